import { verify } from '@node-rs/argon2';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { accessToken } from '../tokens.ts';
import type { Reply } from './answer.ts';
import type { Database } from './database.ts';
import { Refused } from './refused.ts';
import { countedAgain, enabledRoles } from './statements.ts';

/** Failures of the account from the address, and from everywhere. Portcullis has counters of its own, and neither sees the other's. */
const near = (account: string) => `'baseline-near:' || ${account} || ' ' || $2`;
const far = (account: string) => `'baseline-far:' || ${account}`;
const maxFailures = { near: 10, far: 100 };
const windowsMs = { near: 15 * 60_000, far: 60 * 60_000 };

const admitted = (account: string) => `NOT EXISTS (SELECT FROM rate_limits WHERE expire > $3 AND (
  key = ${near(account)} AND points >= ${maxFailures.near} OR key = ${far(account)} AND points >= ${maxFailures.far}))`;

/** One row, also where there is no such user. */
const find = `SELECT u.id, u.username, u.password_hash AS "passwordHash", u.status = 1 AS enabled,
    ${admitted('coalesce(u.id::text, $1)')} AS admitted,
    array(SELECT r.code FROM ${enabledRoles} WHERE ur.user_id = u.id ORDER BY r.code COLLATE "C") AS roles
  FROM (SELECT) one LEFT JOIN users u ON u.username_key = $1 OR u.email_key = $1`;

/** Opens nothing where the password was changed, or the limit reached, while the password was being verified. */
const open = `WITH held AS (
    SELECT id FROM users WHERE id = $1::uuid AND password_hash = $4 AND status = 1 AND ${admitted('$1')}
    FOR NO KEY UPDATE),
  forgotten AS (DELETE FROM rate_limits WHERE key = ${near('$1')} AND EXISTS (SELECT FROM held))
  INSERT INTO sessions (id, user_id, refresh_hash, ip_address, user_agent, created_at, last_used_at, expires_at)
  SELECT $5, id, $6, $2, $7, now(), now(), now() + interval '7 days' FROM held RETURNING id`;

const fail = `INSERT INTO rate_limits AS l (key, points, expire)
  VALUES (${near('$1')}, 1, $3::bigint + ${windowsMs.near}), (${far('$1')}, 1, $3::bigint + ${windowsMs.far})
  ${countedAgain('$3')}`;

/** What an unknown user's password is verified against. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IGhlcmU$0000000000000000000000000000000000000000000';

interface Found {
  readonly id: string | null;
  readonly username: string;
  readonly passwordHash: string;
  readonly enabled: boolean;
  readonly admitted: boolean;
  readonly roles: readonly string[];
}

export interface Attempt {
  readonly login: string;
  readonly password: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}

const wrong = () => new Refused(401, 1101, 'Wrong user name or password.');

/** Two statements around the verification. How many of those run at once the thread pool decides, as for argon2's own rate. */
export async function logIn({ rows }: Database, secret: string, attempt: Attempt): Promise<Reply> {
  const { ipAddress, userAgent, password } = attempt;
  const name = attempt.login.toLowerCase();
  const [user] = await rows<Found>('find', find, [name, ipAddress, Date.now()]);
  if (user?.admitted !== true) throw new Refused(429, 1029, 'Too many requests. Please try again later.');
  const { id, username, passwordHash, roles } = user;
  const matches = await verify(id === null ? nobody : passwordHash, password);
  if (id === null || !matches || !user.enabled) {
    await rows('fail', fail, [id ?? name, ipAddress, Date.now()]);
    throw wrong();
  }
  const sessionId = randomUUID();
  const refreshToken = `${sessionId}.${randomBytes(32).toString('base64url')}`;
  const refreshHash = createHash('sha256').update(refreshToken).digest('base64url');
  const opened = [id, ipAddress, Date.now(), passwordHash, sessionId, refreshHash, userAgent];
  if ((await rows('open', open, opened)).length === 0) throw wrong();
  const token = { accessToken: accessToken(secret, { userId: id, sessionId }), refreshToken, expiresIn: '15m' };
  return { data: JSON.stringify({ user: { id, username, roles }, token }) };
}

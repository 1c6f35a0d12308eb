import { verify } from '@node-rs/argon2';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { accessToken } from '../tokens.ts';
import type { Reply } from './answer.ts';
import type { Connections } from './connections.ts';
import { Refused } from './refused.ts';
import { countedAgain, enabledRoles } from './statements.ts';

/**
 * The keys under which the failed logins of an account are counted: `near` for one client IP address, `far` for all
 * addresses. Portcullis uses other keys, so that the two servers do not count each other's failures.
 */
const near = (account: string) => `'baseline-near:' || ${account} || ' ' || $2`;
const far = (account: string) => `'baseline-far:' || ${account}`;
const maxFailures = { near: 10, far: 100 };
const windowsMs = { near: 15 * 60_000, far: 60 * 60_000 };

const admitted = (account: string) => `NOT EXISTS (SELECT FROM rate_limits WHERE expire > $3 AND (
  key = ${near(account)} AND points >= ${maxFailures.near} OR key = ${far(account)} AND points >= ${maxFailures.far}))`;

/**
 * Reads the user and checks the limit on failed logins. The statement returns one row even if the user does not exist.
 */
const find = {
  name: 'find',
  text: `SELECT u.id, u.username, u.password_hash, u.status = 1, ${admitted('coalesce(u.id::text, $1)')},
    array_to_json(array(SELECT r.code FROM ${enabledRoles} WHERE ur.user_id = u.id ORDER BY r.code COLLATE "C"))
  FROM (SELECT) one LEFT JOIN users u ON u.username_key = $1 OR u.email_key = $1`,
};

/**
 * Opens a session, and deletes the count of the account's failed logins from this client IP address. The statement does
 * neither if, during the verification of the password, the password was changed, the user was disabled, or a limit on
 * failed logins was reached.
 */
const open = {
  name: 'open',
  text: `WITH held AS (
    SELECT id FROM users WHERE id = $1::uuid AND password_hash = $4 AND status = 1 AND ${admitted('$1')}
    FOR NO KEY UPDATE),
  forgotten AS (DELETE FROM rate_limits WHERE key = ${near('$1')} AND EXISTS (SELECT FROM held))
  INSERT INTO sessions (id, user_id, refresh_hash, ip_address, user_agent, created_at, last_used_at, expires_at)
  SELECT $5, id, $6, $2, $7, now(), now(), now() + interval '7 days' FROM held RETURNING id`,
};

const fail = {
  name: 'fail',
  text: `INSERT INTO rate_limits AS l (key, points, expire)
  VALUES (${near('$1')}, 1, $3::bigint + ${windowsMs.near}), (${far('$1')}, 1, $3::bigint + ${windowsMs.far})
  ${countedAgain('$3')}`,
};

/**
 * The hash that is verified if the user does not exist or has no password. With it, such a login takes as long as the
 * login of a user with a password.
 */
const unknownUsersHash =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IGhlcmU$0000000000000000000000000000000000000000000';

export interface Attempt {
  readonly login: string;
  readonly password: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}

const wrong = () => new Refused(401, 1101, 'Wrong user name or password.');

/**
 * Executes one statement before the verification of the password and one after it. The size of libuv's thread pool
 * limits how many verifications run at the same time.
 */
export async function logIn({ execute }: Connections, secret: string, attempt: Attempt): Promise<Reply> {
  const { ipAddress, userAgent, password } = attempt;
  const name = attempt.login.toLowerCase();
  const [user] = await execute(find, [name, ipAddress, String(Date.now())]);
  if (user?.[4] !== 't') throw new Refused(429, 1029, 'Too many requests. Please try again later.');
  const [id = null, username = null, passwordHash = null, enabled, , roles] = user;
  const matches = await verify(passwordHash ?? unknownUsersHash, password);
  if (id === null || passwordHash === null || !matches || enabled !== 't') {
    await execute(fail, [id ?? name, ipAddress, String(Date.now())]);
    throw wrong();
  }
  const sessionId = randomUUID();
  const refreshToken = `${sessionId}.${randomBytes(32).toString('base64url')}`;
  const refreshHash = createHash('sha256').update(refreshToken).digest('base64url');
  const opened = [id, ipAddress, String(Date.now()), passwordHash, sessionId, refreshHash, userAgent];
  if ((await execute(open, opened)).length === 0) throw wrong();
  const token = { accessToken: accessToken(secret, { userId: id, sessionId }), refreshToken, expiresIn: '15m' };
  return {
    data: `{"user":{"id":"${id}","username":${JSON.stringify(username)},"roles":${roles}},"token":${JSON.stringify(token)}}`,
  };
}

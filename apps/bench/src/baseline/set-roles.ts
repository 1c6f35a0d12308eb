import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Caller } from './access.ts';
import type { Reply } from './answer.ts';
import { Refused, forbidden, sessionEnded } from './refused.ts';
import { countedAgain, enabledRoles } from './statements.ts';

/** Another counter than Portcullis's, so that neither uses the other's up. */
const admit = `WITH caller AS (
    SELECT s.user_id,
      EXISTS (SELECT FROM ${enabledRoles} WHERE ur.user_id = s.user_id AND r.code = 'ADMIN') AS administrator,
      EXISTS (SELECT FROM permissions p JOIN role_permissions rp ON rp.permission_id = p.id
        JOIN user_roles ur ON ur.role_id = rp.role_id JOIN roles r ON r.id = ur.role_id AND r.status = 1
        WHERE p.code = 'user.update' AND p.status = 1 AND ur.user_id = s.user_id) AS updates
    FROM sessions s JOIN users u ON u.id = s.user_id AND u.status = 1
    WHERE s.id = $1 AND s.user_id = $2 AND s.expires_at > now()),
  counted AS (
    INSERT INTO rate_limits AS l (key, points, expire) SELECT 'baseline:' || user_id, 1, $4::bigint + 60000 FROM caller
    ${countedAgain('$4')} RETURNING points, expire),
  target AS (SELECT id FROM users WHERE id = $3 FOR NO KEY UPDATE)
  SELECT administrator AND updates AS allowed, points, expire::float8, EXISTS (SELECT FROM target) AS found FROM caller, counted`;

/** A statement of its own, begun when the user is locked: what it reads is what the last change left. */
const replace = `WITH wanted AS (SELECT id FROM roles WHERE id = ANY ($2::uuid[]) ORDER BY id FOR KEY SHARE),
  checked AS (SELECT array(SELECT id FROM wanted) AS after, array(SELECT role_id FROM user_roles WHERE user_id = $1 ORDER BY 1) AS before,
    cardinality($2::uuid[]) = (SELECT count(*) FROM wanted) AS complete),
  removed AS (DELETE FROM user_roles WHERE user_id = $1 AND role_id <> ALL ($2::uuid[]) AND (SELECT complete FROM checked)),
  added AS (INSERT INTO user_roles SELECT $1, unnest(after) FROM checked WHERE complete ON CONFLICT DO NOTHING)
  INSERT INTO audit_records (id, event, user_id, ip_address, user_agent, resource, resource_id, action, payload, result, created_at)
  SELECT $3, 'user.roles.set', $4, $5, $6, 'User', $1, 'UPDATE',
    jsonb_build_object('actorId', $4::uuid, 'userId', $1::uuid, 'before', before, 'after', after), 'SUCCESS', now()
  FROM checked WHERE complete`;

export interface SetRoles {
  readonly caller: Caller;
  readonly userId: string;
  readonly roleIds: readonly string[];
  readonly ipAddress: string;
  readonly userAgent: string;
}

interface Admitted {
  readonly allowed: boolean;
  readonly points: number;
  readonly expire: number;
  readonly found: boolean;
}

const callsPerMinute = 10;

/** Inside a transaction. Portcullis's guard of the last administrator is left out: no request here takes ADMIN away. */
export async function setRoles(client: PoolClient, { caller, userId, roleIds, ...from }: SetRoles): Promise<Reply> {
  const now = Date.now();
  const values = [caller.sessionId, caller.userId, userId, now];
  const [admitted] = (await client.query<Admitted>({ name: 'admit', text: admit, values })).rows;
  if (admitted === undefined) throw sessionEnded();
  if (!admitted.allowed) throw forbidden();
  if (!admitted.found) throw new Refused(400, 1000, `Unknown user id: ${userId}`);
  const wanted = [...new Set(roleIds)].toSorted();
  const change = [userId, wanted, randomUUID(), caller.userId, from.ipAddress, from.userAgent];
  const { rowCount } = await client.query({ name: 'replace', text: replace, values: change });
  if (rowCount === 0) throw new Refused(400, 1000, 'Unknown role ids.');
  const left = Math.max(0, callsPerMinute - admitted.points);
  const seconds = Math.max(1, Math.ceil((admitted.expire - now) / 1000));
  const limit = `"set-user-roles";r=${left};t=${seconds}`;
  return {
    data: JSON.stringify({ userId, roleIds: wanted, message: 'The roles of the user were replaced.' }),
    headers: ['RateLimit', limit, 'RateLimit-Policy', `"set-user-roles";q=${callsPerMinute};w=60`],
  };
}

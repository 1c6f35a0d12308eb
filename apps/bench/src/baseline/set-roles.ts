import { randomUUID } from 'node:crypto';
import type { Caller } from './access.ts';
import type { Reply } from './answer.ts';
import type { Transaction } from './connections.ts';
import { Refused, forbidden, sessionEnded } from './refused.ts';
import { countedAgain, enabledRoles, holds, isCallers, live } from './statements.ts';

/**
 * Checks whether the caller has the permission and the role ADMIN, counts the call for the rate limit, and locks the
 * row of the user. The key in `rate_limits` differs from the key of Portcullis, so that the two servers do not count
 * each other's calls.
 */
const admit = {
  name: 'admit',
  text: `WITH caller AS (
    SELECT s.user_id, ${holds('user.update')}
      AND EXISTS (SELECT FROM ${enabledRoles} WHERE ur.user_id = u.id AND r.code = 'ADMIN') AS allowed
    FROM ${live} WHERE ${isCallers}),
  counted AS (
    INSERT INTO rate_limits AS l (key, points, expire) SELECT 'baseline:' || user_id, 1, $4::bigint + 60000 FROM caller
    ${countedAgain('$4')} RETURNING points, expire),
  target AS (SELECT id FROM users WHERE id = $3 FOR NO KEY UPDATE)
  SELECT allowed, points, expire, EXISTS (SELECT FROM target) FROM caller, counted`,
};

/**
 * Replaces the roles. The statement begins after `admit` has locked the row of the user. Its snapshot therefore
 * contains the roles that the previous owner of the lock committed. If a role does not exist, the statement changes
 * nothing and returns no row.
 */
const replace = {
  name: 'replace',
  text: `WITH wanted AS (SELECT id FROM roles WHERE id = ANY ($2::uuid[]) ORDER BY id FOR KEY SHARE),
  checked AS (SELECT array(SELECT id FROM wanted) AS after, array(SELECT role_id FROM user_roles WHERE user_id = $1 ORDER BY 1) AS before,
    cardinality($2::uuid[]) = (SELECT count(*) FROM wanted) AS complete),
  removed AS (DELETE FROM user_roles WHERE user_id = $1 AND role_id <> ALL ($2::uuid[]) AND (SELECT complete FROM checked)),
  added AS (INSERT INTO user_roles SELECT $1, unnest(after) FROM checked WHERE complete ON CONFLICT DO NOTHING)
  INSERT INTO audit_records (id, event, user_id, ip_address, user_agent, resource, resource_id, action, payload, result, created_at)
  SELECT $3, 'user.roles.set', $4, $5, $6, 'User', $1, 'UPDATE',
    jsonb_build_object('actorId', $4::uuid, 'userId', $1::uuid, 'before', before, 'after', after), 'SUCCESS', now()
  FROM checked WHERE complete RETURNING id`,
};

export interface SetRoles {
  readonly caller: Caller;
  readonly userId: string;
  readonly roleIds: readonly string[];
  readonly ipAddress: string;
  readonly userAgent: string;
}

const callsPerMinute = 10;

/**
 * Replaces the roles of a user. Unlike Portcullis, it records no event, and counts the calls without enforcing the rate
 * limit. It also does not check whether an administrator remains, because no measured request removes the role ADMIN.
 */
export async function setRoles(
  transaction: Transaction,
  { caller, userId, roleIds, ...from }: SetRoles,
): Promise<Reply> {
  const now = Date.now();
  const [admitted] = await transaction.first(admit, [caller.sessionId, caller.userId, userId, String(now)]);
  if (admitted === undefined) throw sessionEnded();
  const [allowed, points, expire, found] = admitted;
  if (allowed !== 't') throw forbidden();
  if (found !== 't') throw new Refused(400, 1000, `Unknown user id: ${userId}`);
  const wanted = [...new Set(roleIds)].toSorted();
  const change = [userId, `{${wanted.join(',')}}`, randomUUID(), caller.userId, from.ipAddress, from.userAgent];
  if ((await transaction.last(replace, change)).length === 0) throw new Refused(400, 1000, 'Unknown role ids.');
  const left = Math.max(0, callsPerMinute - Number(points));
  const seconds = Math.max(1, Math.ceil((Number(expire) - now) / 1000));
  const limit = `"set-user-roles";r=${left};t=${seconds}`;
  return {
    data: JSON.stringify({ userId, roleIds: wanted, message: 'The roles of the user were replaced.' }),
    headers: ['RateLimit', limit, 'RateLimit-Policy', `"set-user-roles";q=${callsPerMinute};w=60`],
  };
}

import * as as from './json.ts';
import type { Statement } from './prepared.ts';

/** A property of a response: its name, the SQL expression that reads it, and the function that writes it. */
export type Column = readonly [name: string, sql: string, write: as.Write];

export const selected = (columns: readonly Column[]): string => columns.map(([, sql]) => sql).join(', ');

/**
 * Returns a function that writes columns of a row as a JSON object.
 * @param before number of columns in the row before the first of `columns`
 */
export const writerOf = (columns: readonly Column[], before: number) =>
  as.objectWriter(
    columns.map(([name, , write]) => [name, write]),
    before,
  );

// Every statement for a caller contains the access check: it returns no row if the session has ended or the user is
// disabled.
export const live = `sessions s JOIN users u ON u.id = s.user_id AND u.status = 1`;
export const isCallers = `s.id = $1 AND s.user_id = $2 AND s.expires_at > now()`;

export const enabledRoles = `user_roles ur JOIN roles r ON r.id = ur.role_id AND r.status = 1`;

/**
 * Returns an SQL condition: the user `u` has an enabled role with this permission. `OFFSET 0` keeps PostgreSQL from
 * turning the subqueries into joins, which take longer to set up.
 */
export const holds = (permission: string): string =>
  `EXISTS (SELECT FROM user_roles ur WHERE ur.user_id = u.id
    AND EXISTS (SELECT FROM role_permissions rp WHERE rp.role_id = ur.role_id
      AND rp.permission_id = (SELECT id FROM permissions WHERE code = '${permission}' AND status = 1) OFFSET 0)
    AND EXISTS (SELECT FROM roles r WHERE r.id = ur.role_id AND r.status = 1 OFFSET 0))`;

export const stamps: readonly Column[] = [
  ['createdAt', 't.created_at', as.timestamp],
  ['updatedAt', 't.updated_at', as.timestamp],
];

const version: Column = ['version', 't.version', as.asIs];

/** This statement returns one column: the codes of the caller's permissions, as a JSON array. */
export const ownPermissions: Statement = {
  name: 'own permissions',
  text: `SELECT array_to_json(array(SELECT p.code FROM permissions p WHERE p.status = 1 AND p.id = ANY (array(
      SELECT rp.permission_id FROM ${enabledRoles} JOIN role_permissions rp ON rp.role_id = r.id WHERE ur.user_id = u.id))
      ORDER BY p.code COLLATE "C"))
    FROM ${live} WHERE ${isCallers}`,
};

const permission: readonly Column[] = [
  ['id', 't.id', as.inQuotes],
  ['code', 't.code', as.string],
  ['name', 't.name', as.string],
  ['description', 't.description', as.string],
  ['resource', 't.resource', as.string],
  ['action', 't.action', as.string],
  ['isSystem', 't.is_system', as.flag],
  ['status', 't.status', as.asIs],
  version,
  ...stamps,
];

/** This statement returns whether the caller has the required permission, followed by the columns of the result. */
export const onePermission: Statement = {
  name: 'permission',
  text: `SELECT ${holds('permission.read')}, ${selected(permission)}
    FROM ${live} LEFT JOIN permissions t ON t.id = $3 WHERE ${isCallers}`,
};
export const writePermission = writerOf(permission, 1);

/**
 * Each row contains whether the caller has the required permission, the total, and the columns of one listed
 * permission.
 */
export const pageOfPermissions: Statement = {
  name: 'permissions',
  text: `SELECT c.allowed, c.total, ${selected(permission)}
    FROM (SELECT ${holds('permission.read')} AS allowed, (SELECT sum(total) FROM totals WHERE list = 'permissions') AS total
      FROM ${live} WHERE ${isCallers} OFFSET 0) c
    LEFT JOIN (SELECT * FROM permissions ORDER BY created_at, id LIMIT $3::bigint OFFSET $4::bigint) t ON c.allowed`,
};
export const writeListedPermission = writerOf(permission, 2);

const user: readonly Column[] = [
  ['id', 't.id', as.inQuotes],
  ['email', 't.email', as.string],
  ['emailVerified', 't.email_verified', as.flag],
  ['invitedUntil', 't.invited_until', as.timestamp],
  ['kind', 't.kind', as.string],
  ['username', 't.username', as.string],
  ['nickName', 't.nick_name', as.string],
  ['phone', 't.phone', as.string],
  ['gender', 't.gender', as.jsonb],
  ['attributes', 't.attributes', as.jsonb],
  ['status', 't.status', as.asIs],
  version,
  ...stamps,
  [
    'roles',
    `array_to_json(array(SELECT row_to_json(role) FROM (SELECT r.id, r.code, r.name
      FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = t.id ORDER BY r.code) role))`,
    as.asIs,
  ],
  // No generated role of a user has a beginning or an end.
  [
    'roleGrants',
    `array_to_json(array(SELECT row_to_json(granted) FROM (SELECT r.id AS "roleId", ur.valid_from AS "validFrom",
      ur.valid_until AS "validUntil"
      FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = t.id ORDER BY r.code) granted))`,
    as.asIs,
  ],
];

export const oneUser: Statement = {
  name: 'user',
  text: `SELECT ${selected(user)} FROM ${live} LEFT JOIN users t ON t.id = $3 WHERE ${isCallers}`,
};
export const writeUser = writerOf(user, 0);

/**
 * Returns the conflict clause of an insert into `rate_limits AS l`. The clause adds one call to the count of a key. If
 * the time window of the count has ended, the clause begins a new window with the count 1.
 * @param now the SQL parameter that contains the current time in milliseconds
 */
export const countedAgain = (now: string): string =>
  `ON CONFLICT (key) DO UPDATE SET points = CASE WHEN l.expire <= ${now} THEN 1 ELSE l.points + 1 END,
    expire = CASE WHEN l.expire <= ${now} THEN excluded.expire ELSE l.expire END`;

import type { AccessQuery } from '@portcullis/application';

/** OFFSET 0 keeps each condition a subquery: planned as joins, the check would begin with the roles or build hash tables. */
const heldRoles = (
  codes: string,
): string => `array(SELECT r.code FROM roles r WHERE r.code = ANY (${codes}) AND r.status = 1
    AND EXISTS (SELECT FROM user_roles ur WHERE ur.user_id = u.id AND ur.role_id = r.id OFFSET 0))`;

const heldPermissions = (codes: string): string => `array(SELECT p.code FROM permissions p
    WHERE p.code = ANY (${codes}) AND p.status = 1 AND EXISTS (SELECT FROM user_roles ur WHERE ur.user_id = u.id
      AND EXISTS (SELECT FROM role_permissions rp WHERE rp.role_id = ur.role_id AND rp.permission_id = p.id OFFSET 0)
      AND EXISTS (SELECT FROM roles r WHERE r.id = ur.role_id AND r.status = 1 OFFSET 0)))`;

/** SQL of the access check. */
interface AccessCheck {
  /** Returns one row, or none for a session that has ended or a user who is disabled. */
  readonly text: string;
  /** The condition, over that row under the alias `caller`, on which anything else is read; undefined if there is none. */
  readonly condition: string | undefined;
}

/**
 * Returns the access check. It asks 'which of these codes', never 'all codes of this user', so that its cost does not grow
 * with the number of permissions. It has a column only for codes that are asked for: looking for an empty list of
 * permissions would take PostgreSQL as long as the rest of the check.
 * @param after the number of parameters of the statement around it, which come before those of `checkValues`
 */
export function accessCheck({ roles, permissions, isOptional = false }: AccessQuery, after: number): AccessCheck {
  const columns: string[] = [];
  const conditions: string[] = [];
  if (roles.length > 0) {
    columns.push(`${heldRoles(`$${after + 3}`)} AS "~roles"`);
    conditions.push('cardinality(caller."~roles") > 0');
  }
  if (permissions.length > 0) {
    const codes = `$${after + 3 + columns.length}`;
    columns.push(`${heldPermissions(codes)} AS "~permissions"`);
    conditions.push(`cardinality(caller."~permissions") = cardinality(${codes})`);
  }
  return {
    text: `SELECT ${columns.join(', ')} FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = $${after + 1} AND s.user_id = $${after + 2} AND s.expires_at > now() AND u.status = 1`,
    condition: isOptional || conditions.length === 0 ? undefined : conditions.join(' AND '),
  };
}

/** The parameters of the check. */
export function checkValues({ sessionId, userId, roles, permissions }: AccessQuery): readonly unknown[] {
  const values: unknown[] = [sessionId, userId];
  if (roles.length > 0) values.push(roles);
  if (permissions.length > 0) values.push(permissions);
  return values;
}

/** Tells the texts of checks apart in the names of statements, which must be short. */
export const checkKind = ({ roles, permissions, isOptional = false }: AccessQuery): string =>
  `${roles.length > 0 ? 'r' : ''}${permissions.length > 0 ? 'p' : ''}${isOptional ? 'o' : ''}`;

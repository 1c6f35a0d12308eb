import {
  pathConditions,
  type IneffectiveReason,
  type PathPart,
} from '@portcullis/domain/internal/access/effective-access';

/**
 * Returns the SQL conditions under which each part of a path from a user to a permission is effective. They refer to
 * the user `u`, the row `ur` of `user_roles`, the role `r`, the row `rp` of `role_permissions` and the permission `p`.
 * @param hasFactor an SQL expression: whether the session was verified with a second factor
 */
export function effectivePath(hasFactor: string): Readonly<Record<PathPart, string>> {
  const conditions: Readonly<Record<IneffectiveReason, string>> = {
    'user-disabled': 'u.status = 1',
    'grant-not-begun': '(ur.valid_from IS NULL OR ur.valid_from <= now())',
    'grant-expired': '(ur.valid_until IS NULL OR ur.valid_until > now())',
    'role-disabled': 'r.status = 1',
    'factor-required': `(NOT r.requires_factor OR ${hasFactor})`,
    conditional: 'rp.condition IS NULL',
    'permission-disabled': 'p.status = 1',
  };
  const of = (part: PathPart): string => pathConditions[part].map(({ reason }) => conditions[reason]).join(' AND ');
  return {
    user: of('user'),
    grant: of('grant'),
    role: of('role'),
    link: of('link'),
    permission: of('permission'),
  };
}

/** The conditions of `effectivePath` in the session `s`. */
export const effective = effectivePath('s.has_factor');

/** The conditions of `effectivePath` in a session that was verified with a second factor. */
export const effectiveWithFactor = effectivePath('true');

/**
 * Returns the conditions of `effectivePath` in a session whose id is a query parameter. PostgreSQL reads the session at
 * most once per statement, and only if a role requires a second factor.
 */
export const effectiveInSession = (parameter: string): Readonly<Record<PathPart, string>> =>
  effectivePath(`(SELECT s.has_factor FROM sessions s WHERE s.id = ${parameter})`);

/**
 * Returns an SQL expression for an array of role codes. It contains a given code if the user `u` has the role and this
 * is effective in the session `s`. Here and in `heldPermissions`, OFFSET 0 keeps PostgreSQL from converting the
 * subqueries to joins. With joins, the access check would read all roles or build hash tables.
 */
export const heldRoles = (
  codes: string,
): string => `array(SELECT r.code FROM roles r WHERE r.code = ANY (${codes}) AND ${effective.role}
    AND EXISTS (SELECT FROM user_roles ur WHERE ur.user_id = u.id AND ur.role_id = r.id AND ${effective.grant} OFFSET 0))`;

/**
 * The FROM and WHERE clauses for those of the permission codes that the user `u` holds in the session `s` without a
 * condition.
 */
export const heldPermissionRows = (codes: string): string => heldRowsWith(`p.code = ANY (${codes})`);

/** The same clauses for the permissions `p` that meet an SQL condition. */
export const heldRowsWith = (condition: string): string => `permissions p
    WHERE ${condition} AND ${effective.permission}
      AND EXISTS (SELECT FROM user_roles ur WHERE ur.user_id = u.id AND ${effective.grant}
      AND EXISTS (SELECT FROM role_permissions rp WHERE rp.role_id = ur.role_id AND rp.permission_id = p.id
        AND ${effective.link} OFFSET 0)
      AND EXISTS (SELECT FROM roles r WHERE r.id = ur.role_id AND ${effective.role} OFFSET 0))`;

export const heldPermissions = (codes: string): string => `array(SELECT p.code FROM ${heldPermissionRows(codes)})`;

/**
 * Returns an SQL expression for those of the permission codes that the user `u` holds in the session `s` under a
 * condition, or NULL. An index contains only the links with a condition, so it costs little where there are none.
 */
export const conditionalPermissions = (codes: string): string => conditionalPermissionsWith(`p.code = ANY (${codes})`);

/** The same expression for the permissions `p` that meet an SQL condition. */
export const conditionalPermissionsWith = (
  condition: string,
): string => `(SELECT json_agg(json_build_object('code', p.code, 'condition', rp.condition, 'attributes', u.attributes))
    FROM role_permissions rp JOIN permissions p ON p.id = rp.permission_id
    WHERE rp.condition IS NOT NULL AND ${condition} AND ${effective.permission}
      AND EXISTS (SELECT FROM user_roles ur WHERE ur.user_id = u.id AND ur.role_id = rp.role_id AND ${effective.grant} OFFSET 0)
      AND EXISTS (SELECT FROM roles r WHERE r.id = rp.role_id AND ${effective.role} OFFSET 0))`;

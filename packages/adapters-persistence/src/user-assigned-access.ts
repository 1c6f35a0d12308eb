import type { AssignedAccess, AssignedRole, UserId } from '@portcullis/domain';
import type { Reader } from './postgres/reader.ts';

const roles = `SELECT json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name, 'status', r.status,
    'requiresFactor', r.requires_factor, 'validFrom', ur.valid_from, 'validUntil', ur.valid_until)
    ORDER BY r.code COLLATE "C")
  FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = t.id`;

const held = `SELECT p.id, p.code, p.name, p.status, json_agg(r.code ORDER BY r.code COLLATE "C") AS roles
  FROM user_roles ur JOIN roles r ON r.id = ur.role_id
  JOIN role_permissions rp ON rp.role_id = r.id JOIN permissions p ON p.id = rp.permission_id
  WHERE ur.user_id = t.id GROUP BY p.id ORDER BY p.code COLLATE "C"`;

const findAssignedAccess = {
  name: 'users assigned access',
  text: `SELECT t.status, now() AS "readAt", coalesce((${roles}), '[]') AS roles,
    coalesce((SELECT json_agg(held) FROM (${held}) held), '[]') AS permissions FROM users t WHERE t.id = $1`,
};

/** In JSON, PostgreSQL returns timestamps as text. */
interface AssignedAccessRow extends Omit<AssignedAccess, 'roles'> {
  readonly roles: readonly (Omit<AssignedRole, 'validFrom' | 'validUntil'> & {
    readonly validFrom: string | null;
    readonly validUntil: string | null;
  })[];
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/**
 * Reads all roles of a user and all permissions of these roles, including disabled roles and permissions, and roles
 * whose grant is not in force.
 */
export async function assignedAccessOf(reader: Reader, id: UserId): Promise<AssignedAccess | undefined> {
  const row = await reader.row<AssignedAccessRow>(findAssignedAccess, [id]);
  return (
    row && {
      ...row,
      roles: row.roles.map((role) => ({
        ...role,
        validFrom: dateOf(role.validFrom),
        validUntil: dateOf(role.validUntil),
      })),
    }
  );
}

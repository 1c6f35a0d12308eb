const role = (alias: string): string =>
  `json_build_object('id', ${alias}.id, 'code', ${alias}.code, 'name', ${alias}.name, 'status', ${alias}.status,
    'requiresFactor', ${alias}.requires_factor)`;

const roles = `SELECT json_agg(${role('r')} ORDER BY r.code COLLATE "C")
  FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = t.id`;

const held = `SELECT p.id, p.code, p.name, p.status, json_agg(r.code ORDER BY r.code COLLATE "C") AS roles
  FROM user_roles ur JOIN roles r ON r.id = ur.role_id
  JOIN role_permissions rp ON rp.role_id = r.id JOIN permissions p ON p.id = rp.permission_id
  WHERE ur.user_id = t.id GROUP BY p.id ORDER BY p.code COLLATE "C"`;

/** Reads all roles of a user and all permissions of these roles, including disabled roles and permissions. */
export const findAssignedAccess = {
  name: 'users assigned access',
  text: `SELECT t.status, coalesce((${roles}), '[]') AS roles,
    coalesce((SELECT json_agg(held) FROM (${held}) held), '[]') AS permissions FROM users t WHERE t.id = $1`,
};

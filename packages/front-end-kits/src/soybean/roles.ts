import type { Schemas } from '@portcullis/client';
import { fromStatus, emptyToUndefined, timestampsOf, toStatus } from './values.ts';

/** Returns a role as a row of the table of roles. */
export const toRoleRow = (role: Schemas['Role']) => ({
  id: role.id,
  roleName: role.name,
  roleCode: role.code,
  roleDesc: role.description ?? '',
  status: toStatus(role.status),
  version: role.version,
  ...timestampsOf(role),
});

/** The values of the role form. */
export interface RoleForm {
  readonly roleName: string;
  readonly roleCode: string;
  readonly roleDesc?: string | null;
  readonly status?: string | null;
}

/** Returns the body of the request that stores the role of a form. */
export const fromRoleForm = (form: RoleForm) => ({
  code: form.roleCode,
  name: form.roleName,
  description: emptyToUndefined(form.roleDesc) ?? null,
  status: fromStatus(form.status),
});

/**
 * An entry of the permission tree: a resource with its permissions. It is a type alias, because an interface is not
 * assignable to an index signature.
 */
export type PermissionGroup = {
  /** The id of the entry. It is not the id of a permission. */
  readonly id: string;
  readonly label: string;
  readonly children: { readonly id: string; readonly label: string }[];
};

const groupPrefix = 'resource ';

/** Returns true if an id in the permission tree belongs to a resource and not to a permission. */
export const isGroup = (id: string): boolean => id.startsWith(groupPrefix);

type Permissions = readonly Pick<Schemas['Permission'], 'id' | 'code' | 'name'>[];

/** Converts the permissions, which are grouped by resource, to the entries of a tree. */
export const toPermissionTree = (resources: Readonly<Record<string, Permissions>>): PermissionGroup[] =>
  Object.entries(resources).map(([resource, permissions]) => ({
    id: `${groupPrefix}${resource}`,
    label: resource,
    children: permissions.map(({ id, code, name }) => ({ id, label: `${name} (${code})` })),
  }));

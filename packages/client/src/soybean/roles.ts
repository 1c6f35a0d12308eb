import type { Schemas } from '../client.ts';
import { fromStatus, emptyToUndefined, timestampsOf, toStatus } from './values.ts';

export const toRoleRow = (role: Schemas['Role']) => ({
  id: role.id,
  roleName: role.name,
  roleCode: role.code,
  roleDesc: role.description ?? '',
  status: toStatus(role.status),
  version: role.version,
  ...timestampsOf(role),
});

export type RoleRow = ReturnType<typeof toRoleRow>;

/** The values of the role form. */
export interface RoleForm {
  readonly roleName: string;
  readonly roleCode: string;
  readonly roleDesc?: string | null;
  readonly status?: string | null;
}

export const fromRoleForm = (form: RoleForm) => ({
  code: form.roleCode,
  name: form.roleName,
  description: emptyToUndefined(form.roleDesc) ?? null,
  status: fromStatus(form.status),
});

/** Permissions as a tree shows them: one entry for each resource, with its permissions. A type, as trees ask for an index signature. */
export type PermissionGroup = {
  /** The id of the entry, which is no permission. */
  readonly id: string;
  readonly label: string;
  readonly children: { readonly id: string; readonly label: string }[];
};

const groupPrefix = 'resource ';

/** Returns true for the id of an entry that stands for a resource. */
export const isGroup = (id: string): boolean => id.startsWith(groupPrefix);

type Permissions = readonly Pick<Schemas['Permission'], 'id' | 'code' | 'name'>[];

/** Converts the permissions of each resource. */
export const toPermissionTree = (resources: Readonly<Record<string, Permissions>>): PermissionGroup[] =>
  Object.entries(resources).map(([resource, permissions]) => ({
    id: `${groupPrefix}${resource}`,
    label: resource,
    children: permissions.map(({ id, code, name }) => ({ id, label: `${name} (${code})` })),
  }));

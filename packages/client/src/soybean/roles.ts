import type { Schemas } from '../client.ts';
import { fromStatus, emptyToUndefined, timestampsOf, toStatus } from './values.ts';

export const toRoleRow = (role: Schemas['Role']) => ({
  id: role.id,
  roleName: role.name,
  roleCode: role.code,
  roleDesc: role.description ?? '',
  status: toStatus(role.status),
  ...timestampsOf(role),
});

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

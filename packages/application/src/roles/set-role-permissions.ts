import { present, replaceLinks, type PermissionId, type RoleId } from '@portcullis/domain';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';

export interface SetRolePermissionsInput {
  readonly roleId: RoleId;
  /** The whole new set; empty takes every permission away. */
  readonly permissionIds: readonly PermissionId[];
}

interface Dependencies {
  readonly work: UnitOfWork;
}

/** Replaces the permissions of a role, system roles included (specification, section 4.3). */
export class SetRolePermissions {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Answers the new set, sorted. Refuses: role-not-found, unknown-permissions. */
  execute(input: SetRolePermissionsInput): Promise<readonly PermissionId[]> {
    return this.#use.work.run((tx) => setRolePermissionsWithin(tx, input));
  }
}

/** The same for a caller already inside a transaction. */
export async function setRolePermissionsWithin(
  tx: Transaction,
  { roleId, permissionIds }: SetRolePermissionsInput,
): Promise<readonly PermissionId[]> {
  const [role, known, before] = await Promise.all([
    tx.roles.lock(roleId),
    tx.permissions.known(permissionIds),
    tx.roles.permissionsOf(roleId),
  ]);
  present(role, 'role-not-found');
  const change = replaceLinks({ before, requested: permissionIds, known }, 'unknown-permissions', 'permission');
  await tx.roles.setPermissions(roleId, change);
  return change.after;
}

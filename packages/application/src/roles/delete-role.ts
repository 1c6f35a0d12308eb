import { refuseSystemRole, roleEvents, type Actor, type RoleId } from '@portcullis/domain';
import { removeEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface DeleteRoleInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: RoleId;
}

/**
 * Removes a custom role and its links to users, permissions and menus.
 * @throws {BusinessError} role-not-found, version-changed, system-role
 */
export const deleteRole = inTransaction(
  (tx: Uses<'roles' | 'events'>, deps, { actor, id, ifMatch }: DeleteRoleInput) => {
    const removal = { entities: tx.roles, notFound: 'role-not-found', event: roleEvents.deleted } as const;
    return removeEntity(tx, deps, { ...removal, actor, id, ifMatch }, (role) => refuseSystemRole(role));
  },
);

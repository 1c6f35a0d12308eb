import { firstVersion, roleEvents, type Actor, type EditableRole, type Role } from '@portcullis/domain';
import { addEntity } from '../changes.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export type CreateRoleInput = EditableRole & { readonly actor: Actor };

/**
 * Adds a custom role.
 * @throws {BusinessError} role-code-taken, role-name-taken
 */
export const createRole = inTransaction((tx: Uses<'roles' | 'events'>, deps, { actor, ...draft }: CreateRoleInput) => {
  const at = deps.clock.now();
  const role: Role = {
    id: deps.ids.next(),
    ...draft,
    isSystem: false,
    version: firstVersion,
    createdAt: at,
    updatedAt: at,
  };
  return addEntity(tx, deps, { actor, event: roleEvents.created }, role, tx.roles.add);
});

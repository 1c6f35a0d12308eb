import {
  refuseSystemRole,
  roleEvents,
  type Actor,
  type EditableRole,
  type Role,
  type RoleId,
} from '@portcullis/domain';
import { updateEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface UpdateRoleInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: RoleId;
  readonly change: Partial<EditableRole>;
}

/**
 * Changes the given fields of a role. `requiresFactor` is the only field of a system role that can be changed.
 * @throws {BusinessError} role-not-found, version-changed, system-role, role-code-taken, role-name-taken
 */
export const updateRole = inTransaction(
  (tx: Uses<'roles' | 'events'>, deps, { actor, id, change, ifMatch }: UpdateRoleInput): Promise<Role> => {
    const update = { entities: tx.roles, notFound: 'role-not-found', event: roleEvents.updated } as const;
    return updateEntity(tx, deps, { ...update, actor, id, ifMatch }, (stored) => {
      refuseSystemRole(stored, namesIn(change));
      return change;
    });
  },
);

/** Returns the names of the fields that a change sets. */
const namesIn = (change: object): readonly string[] =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));

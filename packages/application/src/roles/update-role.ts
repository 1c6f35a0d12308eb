import {
  roleEvents,
  requireVersion,
  refuseSystemRole,
  type Actor,
  type Role,
  type EditableRole,
  type RoleId,
} from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

export interface UpdateRoleInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: RoleId;
  readonly change: Partial<EditableRole>;
}

/**
 * Changes the given fields of a role. `requiresFactor` is the only field of a system role that can be changed.
 * @throws {BusinessError} role-not-found, version-changed, system-role, role-code-taken, role-name-taken
 */
export const updateRole =
  (deps: CreateDependencies) =>
  (input: UpdateRoleInput): Promise<Role> =>
    deps.work.run((tx) => updateRoleWithin(tx, deps, input));

export type UpdateRole = ReturnType<typeof updateRole>;

/** Does the same as `updateRole` within the caller's transaction. */
export function updateRoleWithin(tx: Transaction, deps: EventDependencies, input: UpdateRoleInput): Promise<Role> {
  return changeWithin(tx.roles, deps, input, {
    notFound: 'role-not-found',
    check: (stored) => refuseSystemRole(requireVersion(stored, input.ifMatch), namesIn(input.change)),
    record: (before, after) =>
      recordEvent(tx, deps, {
        event: roleEvents.updated,
        actor: input.actor,
        subject: after,
        before,
        after,
      }),
  });
}

/** Returns the names of the fields that a change sets. */
const namesIn = (change: object): readonly string[] =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));

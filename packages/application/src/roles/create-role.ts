import { roleEvents, firstVersion, type Actor, type Role, type EditableRole } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

export type CreateRoleInput = EditableRole & { readonly actor: Actor };

/**
 * Adds a custom role.
 * @throws {BusinessError} role-code-taken, role-name-taken
 */
export const createRole =
  (deps: CreateDependencies) =>
  (input: CreateRoleInput): Promise<Role> =>
    deps.work.run((tx) => createRoleWithin(tx, deps, input));

export type CreateRole = ReturnType<typeof createRole>;

/** Does the same as `createRole` within the caller's transaction. */
export async function createRoleWithin(
  tx: Transaction,
  deps: EventDependencies,
  { actor, ...draft }: CreateRoleInput,
): Promise<Role> {
  const at = deps.clock.now();
  const role: Role = {
    id: deps.ids.next(),
    ...draft,
    isSystem: false,
    version: firstVersion,
    createdAt: at,
    updatedAt: at,
  };
  await tx.roles.add(role);
  await recordEvent(tx, deps, {
    event: roleEvents.created,
    actor,
    subject: role,
    after: role,
  });
  return role;
}

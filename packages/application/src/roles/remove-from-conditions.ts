import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { withoutId, type NamedId } from '@portcullis/domain/internal/conditions/condition-ids';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { Uses } from '../ports/unit-of-work.ts';
import type { EventDependencies } from '../changes.ts';
import { changeConditions } from './set-permission-grants.ts';

/** What `removeFromConditions` needs. */
interface RemoveFromConditionsInput {
  readonly actor: Actor;
  /** The id of the category or the tag that is about to be removed. */
  readonly id: NamedId;
  readonly noun: 'category' | 'tag';
  /** Whether the conditions are changed. Otherwise they are a reason to refuse. */
  readonly force: boolean;
}

/**
 * Makes comparisons with a category or a tag unknown in all conditions of roles, within the caller's transaction. A
 * condition that excludes it would otherwise permit more when it is gone.
 * @throws {BusinessError} category-in-conditions, tag-in-conditions, if conditions name it and are not to be changed
 */
export async function removeFromConditions(
  tx: Uses<'accessControl' | 'roles' | 'events'>,
  deps: EventDependencies,
  { actor, id, noun, force }: RemoveFromConditionsInput,
): Promise<void> {
  const change = (condition: Condition) => withoutId(condition, id);
  const { roles } = await tx.accessControl.lockAll();
  const naming = roles.filter(({ conditions = {} }) =>
    Object.values(conditions).some((condition) => condition !== undefined && change(condition) !== condition),
  );
  if (naming.length > 0 && !force)
    throw new BusinessError(
      `${noun}-in-conditions`,
      `Conditions of roles name this ${noun}. An administrator can delete it with force=true.`,
      { roles: naming.map(({ id: roleId, code, name }) => ({ id: roleId, code, name })) },
    );
  for (const { id: roleId } of naming) await changeConditions(tx, deps, { actor, roleId, change });
}

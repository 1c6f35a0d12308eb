import { draftReaders } from '../built-in.ts';
import type { Condition } from '../conditions/condition.ts';
import { conditionTarget, type AttributeTypes } from '../conditions/condition-attributes.ts';
import type { CategoryPath } from '../conditions/condition-operators.ts';
import { conditionSubject } from '../conditions/condition-subjects.ts';
import { permits, type AttributeValues } from '../conditions/evaluate-condition.ts';
import { parseCondition } from '../conditions/parse-condition.ts';
import { anyOf, resolveCondition, type ResolvedCondition } from '../conditions/simplify-condition.ts';
import type { UserId } from '../shared/ids.ts';
import type { AccessCondition, ConditionalGrant, Grants } from './access.ts';

/** Which resources a caller reaches: all, none, or those for which a condition is true. */
export type Reach = ResolvedCondition;

/**
 * Returns which resources a caller reaches by one of the roles or permissions.
 * @param callerId undefined for a visitor, who has no grants
 * @param target what conditions can compare. Default: what the codes of the permissions say
 */
export function reachOf(
  { roles, permissions }: AccessCondition,
  grants: Grants,
  callerId: UserId | undefined,
  target?: AttributeTypes,
): Reach {
  if (roles.some((code) => grants.roles.includes(code))) return true;
  if (permissions.some((code) => grants.permissions.includes(code))) return true;
  if (callerId === undefined) return false;
  const conditional = (grants.conditional ?? []).filter(
    ({ code, condition }) => permissions.includes(code) && fits(code, condition, target),
  );
  return anyOf(
    conditional.map(({ condition, attributes }) =>
      resolveCondition(condition, conditionSubject({ id: callerId, attributes })),
    ),
  );
}

/** Returns which unpublished contents a user may read who has permissions only under conditions. */
export const draftsReachedBy = (conditional: readonly ConditionalGrant[], userId: UserId): Reach =>
  reachOf(draftReaders, { roles: [], permissions: [], conditional }, userId);

/** Whether a permission that a user holds under a condition permits a resource. */
export function permitsBy(
  grant: ConditionalGrant,
  userId: UserId,
  resource: AttributeValues,
  pathOf?: CategoryPath,
): boolean {
  const { code, condition, attributes } = grant;
  const subject = conditionSubject({ id: userId, attributes });
  return fits(code, condition, undefined) && permits(condition, { resource, subject, ...(pathOf && { pathOf }) });
}

/** The codes of additional resources can have a target of their own, so only the others are remembered. */
const fitting = new WeakMap<Condition, { readonly code: string; readonly fits: boolean }>();

/**
 * Whether a stored condition fits the resources of a permission with this code. It may not do so if the code, or the
 * fields of an additional resource, were changed after the condition was written. It then permits nothing.
 */
function fits(code: string, condition: Condition, ownTarget: AttributeTypes | undefined): boolean {
  const known = ownTarget === undefined ? fitting.get(condition) : undefined;
  if (known?.code === code) return known.fits;
  const target = conditionTarget({ code, resource: '', target: ownTarget });
  const isFitting = parseCondition(condition, { target, subject: 'any', field: '' }).errors.length === 0;
  if (ownTarget === undefined) fitting.set(condition, { code, fits: isFitting });
  return isFitting;
}

import { evaluateAccess } from '@portcullis/application/internal/access/evaluate-access';
import { filterAccess } from '@portcullis/application/internal/access/filter-access';
import type { AccessViews } from '@portcullis/application/internal/ports/access';
import type { AccessFactViews } from '@portcullis/application/internal/ports/access-facts';
import { isReached } from '@portcullis/application/internal/reach';
import { reachOf, type Reach } from '@portcullis/domain/internal/access/reach';
import type { AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type { RandomAccess } from '@portcullis/testing/internal/contracts/random-access';

/** Resources of other services. The first ones belong to the users. */
const resourcesFor = (users: RandomAccess['users']): readonly AttributeValues[] => [
  ...users.map(({ id }) => ({ ownerId: id, region: 'north' })),
  { region: 'north' },
  { region: 'south' },
  { ownerId: null },
];

/**
 * Compares the filters for other services with the access check of a session without a second factor, and with the
 * decisions about single resources, for every user and every permission.
 * @returns the filters and decisions that differ
 */
export async function compareFilters(
  { access, accessFacts }: { readonly access: AccessViews; readonly accessFacts: AccessFactViews },
  { users, permissions, sessions }: RandomAccess,
): Promise<readonly unknown[]> {
  const differences: unknown[] = [];
  for (const { id: userId } of users) {
    const session = sessions.find((each) => each.userId === userId && !each.hasFactor);
    if (session === undefined) throw new Error('The user has no session.');
    for (const { code, resource, action } of permissions) {
      const asked = { roles: [], permissions: [code] };
      const query = { ...asked, userId, sessionId: session.id, isEither: true, evaluatesConditions: true };
      const grants = await access.check(query).grants;
      const expected = grants === undefined ? false : reachOf(asked, grants, userId);
      const filter = await filterAccess({ accessFacts })(userId, code);
      if (textOf(filter) !== textOf(expected)) differences.push({ userId, code, filter, expected });
      const questions = resourcesFor(users).map((attributes) => ({
        subject: { type: 'user' as const, id: userId },
        object: { kind: 'action' as const, resource, action, attributes },
      }));
      const decisions = await evaluateAccess({ accessFacts, conditionTargets: {} })(questions);
      for (const [index, { object }] of questions.entries()) {
        const isIncluded = isReached(filter, object.attributes, (id) => [id]);
        const decision = decisions[index];
        if (decision?.isAllowed !== isIncluded) differences.push({ userId, code, filter, object, decision });
      }
    }
  }
  return differences;
}

/** Returns a text that does not depend on the order of the roles through which a user has a permission. */
function textOf(filter: Reach): string {
  if (typeof filter === 'boolean' || !('any' in filter)) return JSON.stringify(filter);
  return filter.any
    .map((part) => JSON.stringify(part))
    .toSorted()
    .join();
}

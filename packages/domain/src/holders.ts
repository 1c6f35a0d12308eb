import type { AccessFacts } from './access-facts.ts';
import type { AccessPath } from './access-paths.ts';
import { explainAccess, type Explained, type ExplainedAccess } from './explain-access.ts';
import type { UserId } from './ids.ts';

/** A user who has a role, a permission or a menu, at least in sessions with a second factor. */
export interface Holder<Path extends AccessPath = AccessPath> extends Omit<Explained<Path>, 'granted'> {
  readonly kind: 'user';
  readonly id: UserId;
  readonly username: string;
}

/**
 * Returns the users of the facts who have a role, a permission or a menu, in the order of the facts.
 * @param find returns the role, the permission or the menu; undefined if no path leads to it
 * @example holdersIn(facts, ({ roles }) => roles.find((role) => role.id === id))
 */
export const holdersIn = <Path extends AccessPath>(
  facts: AccessFacts,
  find: (access: ExplainedAccess) => Explained<Path> | undefined,
): readonly Holder<Path>[] =>
  facts.users.flatMap((user): readonly Holder<Path>[] => {
    const found = find(explainAccess(facts, user));
    if (found?.granted !== true) return [];
    const { needsFactor, paths, nearMisses } = found;
    return [{ kind: 'user', id: user.id, username: user.username, needsFactor, paths, nearMisses }];
  });

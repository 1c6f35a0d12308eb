import type { AccessFacts } from './access-facts.ts';
import type { AccessPath, PermissionPath } from './access-paths.ts';
import type { ApiKey } from '../accounts/api-key.ts';
import { explainAccess, type Explained, type ExplainedAccess } from './explain-access.ts';
import type { PermissionId, UserId } from '../shared/ids.ts';
import { canUseCode } from '../accounts/key-use.ts';
import { compareText } from '../shared/tree.ts';

/** An API key that has not expired. */
export type KeyFacts = Pick<ApiKey, 'id' | 'name' | 'ownerId' | 'hasFactor' | 'readOnly'>;

/** The facts about users who may have a role, a permission or a menu. */
export interface HolderFacts extends AccessFacts {
  /** For a permission, the keys of these users that list its code. A key lists no roles and no menus. */
  readonly apiKeys: readonly KeyFacts[];
}

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

/** A user who has a permission, with the API keys that can use it. */
export interface PermissionHolder extends Holder<PermissionPath> {
  /** Sorted by name. */
  readonly apiKeys: readonly Pick<ApiKey, 'id' | 'name'>[];
}

/**
 * Returns the users of the facts who have a permission, each with the keys to which the access check gives the
 * permission. Like the check, this function counts permissions of roles that require a second factor only for keys that
 * were created with one, and keys that can only read only for permissions that certainly read.
 */
export function permissionHoldersIn(facts: HolderFacts, permissionId: PermissionId): readonly PermissionHolder[] {
  const code = facts.permissions.find(({ id }) => id === permissionId)?.code ?? '';
  const usable = facts.apiKeys.filter((key) => canUseCode(key, code));
  return holdersIn(facts, ({ permissions }) => permissions.find(({ id }) => id === permissionId)).map((holder) => ({
    ...holder,
    apiKeys: usable
      .filter(({ ownerId, hasFactor }) => ownerId === holder.id && (hasFactor || !holder.needsFactor))
      .toSorted((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id))
      .map(({ id, name }) => ({ id, name })),
  }));
}

import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { identityEvents } from '@portcullis/domain/internal/accounts/identity';
import type { UserId, IdentityId } from '@portcullis/domain/internal/shared/ids';
import { checkPassword, type PasswordPolicy } from '@portcullis/domain/internal/accounts/password';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import type { PasswordHasher } from '../ports/system.ts';
import { replacePassword } from '../auth/replace-password.ts';
import { endPasskeySessions, removeAllFactors } from '../auth/factors/remove-factor.ts';
import { recordChange } from '../changes.ts';

/** What `setUserPassword` needs. */
export interface SetUserPasswordInput extends IfMatchInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly password: string;
}

interface PasswordDependencies
  extends CreateDependencies<'users' | 'sessions' | 'apiKeys' | 'setupLinks' | 'factors' | 'identities' | 'events'> {
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
}

/**
 * Sets the password of a user on behalf of an administrator. All sessions of the user end, and earlier failed logins
 * are no longer counted.
 * @throws {BusinessError} password-unacceptable, user-not-found, service-account, version-changed
 */
export const setUserPassword =
  (deps: PasswordDependencies) =>
  async ({ actor, userId, password, ifMatch }: SetUserPasswordInput): Promise<void> => {
    const { work, hasher, policy } = deps;
    checkPassword(policy, password, 'password');
    const passwordHash = await hasher.hash(password);
    await work.run(async (tx) => {
      // The setup link is locked before the user, in the same order as in `completeSetup`, to avoid a deadlock.
      const setupLink = await tx.setupLinks.lockLatest();
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      await replacePassword(tx, deps, { actor, user, ifMatch, passwordHash, setupLink });
    });
  };

/**
 * Removes all second factors and recovery codes of a user, for example after the user has lost them. The user can then
 * log in with the password alone. The sessions that began with one of the passkeys end.
 * @throws {BusinessError} user-not-found
 */
export const resetFactors =
  (deps: CreateDependencies<'users' | 'sessions' | 'apiKeys' | 'factors' | 'events'>) =>
  ({ actor, userId }: { readonly actor: Actor; readonly userId: UserId }): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      const factorIds = await removeAllFactors(tx, deps, { actor, user });
      await endPasskeySessions(tx, deps, { actor, user, factorIds });
    });

/** What `unlinkUserIdentity` needs. */
export interface UnlinkUserIdentityInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly id: IdentityId;
}

/**
 * Removes an identity (a link to an account at an identity provider) of any user, on behalf of an administrator. The
 * user can no longer sign in with this identity. Sessions that were started with it do not end.
 * @throws {BusinessError} user-not-found, identity-not-found
 */
export const unlinkUserIdentity =
  (deps: CreateDependencies<'users' | 'identities' | 'events'>) =>
  ({ actor, userId, id }: UnlinkUserIdentityInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      await recordChange(tx, deps, { event: identityEvents.unlinked, actor, subject: user }, async (allow) => ({
        before: orNotFound(await tx.identities.remove(allow(user.id), id), 'identity-not-found'),
      }));
    });

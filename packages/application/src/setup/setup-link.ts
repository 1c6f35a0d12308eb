import { userActor, type Client } from '@portcullis/domain/internal/shared/actor';
import { checkEmail } from '@portcullis/domain/internal/names/email';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { type PasswordPolicy, checkPassword } from '@portcullis/domain/internal/accounts/password';
import { requireOpenSetupLink, type SetupLink } from '@portcullis/domain/internal/accounts/setup-link';
import { type User, userEvents, changedUser } from '@portcullis/domain/internal/accounts/user';
import { checkUsername } from '@portcullis/domain/internal/names/username';
import type { Clock, SetupTokens, PasswordHasher } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { UpdateDependencies, CreateDependencies } from '../dependencies.ts';
import { changeEntity } from '../changes.ts';

/**
 * Returns the account that a setup token belongs to, and the setup link. The account and the link stay locked until the
 * transaction ends.
 * @throws {BusinessError} setup-token-invalid, setup-closed
 */
async function lockSetupAccount(
  tx: Uses<'users' | 'loginAddresses' | 'setupLinks'>,
  { clock, setupTokens }: { readonly clock: Clock; readonly setupTokens: SetupTokens },
  token: string,
): Promise<{ readonly link: SetupLink; readonly user: User }> {
  const link = await tx.setupLinks.lockLatest();
  if (link === undefined || !setupTokens.matches(token, link.tokenHash)) {
    throw new BusinessError('setup-token-invalid', 'This link is not valid.');
  }
  // The first login closes the setup. A login locks the user, so this call waits for a login that has already begun.
  const user = orNotFound(await tx.users.lock(link.userId), 'user-not-found');
  requireOpenSetupLink(link, await tx.loginAddresses.exist(link.userId), clock.now());
  return { link, user };
}

/** The data for the form in which the first administrator chooses a user name, an e-mail address and a password. */
export interface SetupFormData extends Pick<User, 'username' | 'email'>, Pick<SetupLink, 'expiresAt'> {
  readonly passwordMinLength: number;
}

interface CheckDependencies extends UpdateDependencies<'users' | 'loginAddresses' | 'setupLinks'> {
  readonly setupTokens: SetupTokens;
  readonly policy: PasswordPolicy;
}

/**
 * Checks whether a setup link is valid. The link can still be used afterwards.
 * @throws {BusinessError} setup-token-invalid, setup-closed
 */
export const checkSetup =
  (use: CheckDependencies) =>
  (token: string): Promise<SetupFormData> =>
    use.work.run(async (tx) => {
      const { link, user } = await lockSetupAccount(tx, use, token);
      const { username, email } = user;
      return { username, email, expiresAt: link.expiresAt, passwordMinLength: use.policy.minLength };
    });

/** What `completeSetup` needs. */
export interface CompleteSetupInput extends Pick<User, 'username' | 'email'> {
  readonly client: Client;
  readonly token: string;
  readonly password: string;
}

interface CompleteDependencies extends CreateDependencies<'users' | 'loginAddresses' | 'setupLinks' | 'events'> {
  readonly hasher: PasswordHasher;
  readonly setupTokens: SetupTokens;
  readonly policy: PasswordPolicy;
}

/**
 * Sets the user name, the e-mail address and the password that the first administrator has chosen after opening the
 * setup link. The link works only once.
 * @throws {BusinessError} setup-token-invalid, setup-closed, username-unacceptable, email-unacceptable,
 * password-unacceptable, email-taken, username-taken
 */
export const completeSetup =
  (use: CompleteDependencies) =>
  async ({ client, token, username, email, password }: CompleteSetupInput): Promise<UserId> => {
    const { work, hasher, policy, clock } = use;
    // The token is checked before the password is hashed, so that a wrong token costs little work.
    await work.run((tx) => lockSetupAccount(tx, use, token));
    checkUsername(username);
    checkEmail(email);
    checkPassword(policy, password, 'password');
    const passwordHash = await hasher.hash(password);
    return work.run(async (tx) => {
      const { link, user } = await lockSetupAccount(tx, use, token);
      const at = clock.now();
      const changed = changedUser(user, { username, email }, at);
      const about = { actor: userActor(changed, client), ifMatch: 'any' } as const;
      await changeEntity(tx, use, { ...about, event: userEvents.updated, stored: user }, async (allow) => {
        await tx.users.save(allow(changed));
        return { subject: changed, before: user, after: changed };
      });
      await changeEntity(tx, use, { ...about, event: userEvents.passwordChanged, stored: changed }, async (allow) => {
        await tx.users.resetPassword(allow(user.id), passwordHash);
        return {};
      });
      await tx.setupLinks.save({ ...link, usedAt: at });
      return user.id;
    });
  };

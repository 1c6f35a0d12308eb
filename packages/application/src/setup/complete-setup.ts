import {
  userEvents,
  changedUser,
  checkChangedEmail,
  checkChangedUsername,
  checkPassword,
  userActor,
  type Client,
  type PasswordPolicy,
  type User,
  type UserId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { PasswordHasher, SetupTokens } from '../ports/system.ts';
import { lockSetupAccount } from './setup-account.ts';
import { changeEntity } from '../changes.ts';

export interface CompleteSetupInput extends Pick<User, 'username' | 'email'> {
  readonly client: Client;
  readonly token: string;
  readonly password: string;
}

interface Dependencies extends CreateDependencies {
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
  (use: Dependencies) =>
  async ({ client, token, username, email, password }: CompleteSetupInput): Promise<UserId> => {
    const { work, hasher, policy, clock } = use;
    // The token is checked before the password is hashed, so that a wrong token costs little work.
    const { user: stored } = await work.run((tx) => lockSetupAccount(tx, use, token));
    checkChangedUsername(stored, { username });
    checkChangedEmail(stored, { email });
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

export type CompleteSetup = ReturnType<typeof completeSetup>;

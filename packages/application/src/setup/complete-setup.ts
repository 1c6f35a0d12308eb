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
import { recordEvent } from '../record-event.ts';

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
      await tx.users.save(changed);
      await tx.users.resetPassword(user.id, passwordHash);
      await tx.setupLinks.save({ ...link, usedAt: at });
      const about = {
        actor: userActor(changed, client),
        subject: { id: user.id, username },
      } as const;
      await recordEvent(tx, use, { ...about, event: userEvents.updated, before: user, after: changed });
      await recordEvent(tx, use, { ...about, event: userEvents.passwordChanged });
      return user.id;
    });
  };

export type CompleteSetup = ReturnType<typeof completeSetup>;

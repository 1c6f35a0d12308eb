import type { PasswordPolicy, SetupLink, User } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';
import type { SetupTokens } from '../ports/system.ts';
import { lockSetupAccount } from './setup-account.ts';

/** The data for the form in which the first administrator chooses a user name, an e-mail address and a password. */
export interface SetupFormData extends Pick<User, 'username' | 'email'>, Pick<SetupLink, 'expiresAt'> {
  readonly passwordMinLength: number;
}

interface Dependencies extends UpdateDependencies {
  readonly setupTokens: SetupTokens;
  readonly policy: PasswordPolicy;
}

/**
 * Checks whether a setup link is valid. The link can still be used afterwards.
 * @throws {BusinessError} setup-token-invalid, setup-closed
 */
export const checkSetup =
  (use: Dependencies) =>
  (token: string): Promise<SetupFormData> =>
    use.work.run(async (tx) => {
      const { link, user } = await lockSetupAccount(tx, use, token);
      const { username, email } = user;
      return { username, email, expiresAt: link.expiresAt, passwordMinLength: use.policy.minLength };
    });

export type CheckSetup = ReturnType<typeof checkSetup>;

import type { Client, UserId } from '@portcullis/domain';
import { setPasswordByLink, type LinkPasswordDependencies } from './set-password-by-link.ts';

export interface ConfirmPasswordResetInput {
  readonly client: Client;
  readonly token: string;
  readonly newPassword: string;
}

/**
 * Sets the password that a user has chosen after opening a password-reset link, as described at `setPasswordByLink`.
 * @throws {BusinessError} mail-link-invalid, mail-link-expired, password-unacceptable
 */
export const confirmPasswordReset =
  (deps: LinkPasswordDependencies) =>
  async ({ client, token, newPassword: password }: ConfirmPasswordResetInput): Promise<UserId> => {
    const { id } = await setPasswordByLink(deps, {
      client,
      token,
      purpose: 'password-reset',
      password,
      field: 'newPassword',
    });
    return id;
  };

export type ConfirmPasswordReset = ReturnType<typeof confirmPasswordReset>;

import {
  checkPassword,
  isSameAddress,
  userActor,
  type Client,
  type PasswordPolicy,
  type UserId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { PasswordHasher } from '../ports/system.ts';
import { lockLinkedUser } from './mail-link-users.ts';
import { replacePassword } from './replace-password.ts';

export interface ConfirmPasswordResetInput {
  readonly client: Client;
  readonly token: string;
  readonly newPassword: string;
}

interface Dependencies extends CreateDependencies {
  readonly hasher: PasswordHasher;
  readonly linkTokens: Pick<LinkTokens, 'hashOf'>;
  readonly policy: PasswordPolicy;
}

/**
 * Sets the password that the holder of a link has chosen. All sessions of the user end, and all links in mails to the
 * user become invalid. The user is not logged in. The link also proves that the holder can read the mails to an
 * address. This address counts as verified if the account still has it.
 * @throws {BusinessError} mail-link-invalid, mail-link-expired, password-unacceptable
 */
export const confirmPasswordReset =
  (deps: Dependencies) =>
  async ({ client, token, newPassword }: ConfirmPasswordResetInput): Promise<UserId> => {
    const { work, hasher, linkTokens, policy } = deps;
    const presented = { tokenHash: linkTokens.hashOf(token), purpose: 'password-reset' } as const;
    // The token is checked before the password is hashed, so that a wrong token costs little work.
    await work.run((tx) => lockLinkedUser(tx, deps, presented));
    checkPassword(policy, newPassword, 'newPassword');
    const passwordHash = await hasher.hash(newPassword);
    return work.run(async (tx) => {
      // The setup link is locked before the user, in the same order as in `completeSetup`, to avoid a deadlock.
      const setupLink = await tx.setupLinks.lockLatest();
      const { user, link } = await lockLinkedUser(tx, deps, presented);
      const provesAddress = link.email !== null && isSameAddress(link.email, user.email);
      const actor = userActor(user, client);
      await replacePassword(tx, deps, { actor, user, passwordHash, setupLink, provesAddress });
      return user.id;
    });
  };

export type ConfirmPasswordReset = ReturnType<typeof confirmPasswordReset>;

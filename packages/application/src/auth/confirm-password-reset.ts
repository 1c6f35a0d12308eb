import {
  BusinessError,
  checkPassword,
  requireOpenMailLink,
  userActor,
  type Client,
  type PasswordPolicy,
  type User,
  type UserId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { PasswordHasher } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
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
 * Sets the password that the holder of a link has chosen. All links of the user for a new password end, and all sessions. It
 * does not log in.
 * @throws {BusinessError} mail-link-invalid, mail-link-expired, password-unacceptable
 */
export const confirmPasswordReset =
  (deps: Dependencies) =>
  async ({ client, token, newPassword }: ConfirmPasswordResetInput): Promise<UserId> => {
    const { work, hasher, linkTokens, policy } = deps;
    const tokenHash = linkTokens.hashOf(token);
    // Before the password is hashed, so that a wrong token costs no work.
    await work.run((tx) => lockLinkedUser(tx, deps, tokenHash));
    checkPassword(policy, newPassword, 'newPassword');
    const passwordHash = await hasher.hash(newPassword);
    return work.run(async (tx) => {
      // The setup link is locked before the user, as in a setup, to avoid a deadlock between the two.
      const setupLink = await tx.setupLinks.lockLatest();
      const user = await lockLinkedUser(tx, deps, tokenHash);
      await replacePassword(tx, deps, { actor: userActor(user, client), user, passwordHash, setupLink });
      return user.id;
    });
  };

export type ConfirmPasswordReset = ReturnType<typeof confirmPasswordReset>;

/**
 * Locks the user of a link. The link is read again under the lock: a password that was set meanwhile has removed it. It is
 * not locked itself, because setting a password removes several links, and two of them could wait for each other.
 */
async function lockLinkedUser(
  tx: Transaction,
  { clock }: Pick<Dependencies, 'clock'>,
  tokenHash: string,
): Promise<User> {
  const open = async () => requireOpenMailLink(await tx.mailLinks.find(tokenHash), 'password-reset', clock.now());
  const user = await tx.users.lock((await open()).userId);
  await open();
  if (user !== undefined) return user;
  throw new BusinessError('mail-link-invalid', 'This link is not valid or has been used.');
}

import {
  BusinessError,
  checkPassword,
  isSameAddress,
  requireOpenMailLink,
  userActor,
  type Client,
  type MailLink,
  type PasswordPolicy,
  type User,
  type UserId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { PasswordHasher } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent } from '../record-event.ts';
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
 * user become invalid. The user is not logged in.
 * @throws {BusinessError} mail-link-invalid, mail-link-expired, password-unacceptable
 */
export const confirmPasswordReset =
  (deps: Dependencies) =>
  async ({ client, token, newPassword }: ConfirmPasswordResetInput): Promise<UserId> => {
    const { work, hasher, linkTokens, policy } = deps;
    const tokenHash = linkTokens.hashOf(token);
    // The token is checked before the password is hashed, so that a wrong token costs little work.
    await work.run((tx) => lockLinkedUser(tx, deps, tokenHash));
    checkPassword(policy, newPassword, 'newPassword');
    const passwordHash = await hasher.hash(newPassword);
    return work.run(async (tx) => {
      // The setup link is locked before the user, as in a setup, to avoid a deadlock between the two.
      const setupLink = await tx.setupLinks.lockLatest();
      const { user, link } = await lockLinkedUser(tx, deps, tokenHash);
      await verifyAddress(tx, deps, { user, link, client });
      await replacePassword(tx, deps, { actor: userActor(user, client), user, passwordHash, setupLink });
      return user.id;
    });
  };

export type ConfirmPasswordReset = ReturnType<typeof confirmPasswordReset>;

interface LinkedUser {
  readonly user: User;
  readonly link: MailLink;
}

/** The holder of the link can read the mails to its address, which is verified if it is still that of the account. */
async function verifyAddress(
  tx: Transaction,
  deps: CreateDependencies,
  { user, link: { email }, client }: LinkedUser & Pick<ConfirmPasswordResetInput, 'client'>,
): Promise<void> {
  if (user.emailVerified || email === null || !isSameAddress(email, user.email)) return;
  const verified = { ...user, emailVerified: true, updatedAt: deps.clock.now() };
  await tx.users.save(verified);
  await recordEvent(tx, deps, {
    type: 'user.updated',
    actor: userActor(user, client),
    subject: { type: 'user', id: user.id, name: user.username },
    before: user,
    after: verified,
  });
}

/**
 * Locks the user of a link. The link is read again after the user is locked, because a concurrent change of the
 * password may have removed it. The link itself is not locked: setting a password removes all links of a user, so two
 * transactions that each held one link would wait for each other.
 */
async function lockLinkedUser(
  tx: Transaction,
  { clock }: Pick<Dependencies, 'clock'>,
  tokenHash: string,
): Promise<LinkedUser> {
  const open = async () => requireOpenMailLink(await tx.mailLinks.find(tokenHash), 'password-reset', clock.now());
  const user = await tx.users.lock((await open()).userId);
  const link = await open();
  if (user !== undefined) return { user, link };
  throw new BusinessError('mail-link-invalid', 'This link is not valid or has been used.');
}

import { userActor, type Client } from '@portcullis/domain/internal/shared/actor';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { checkPassword, type PasswordPolicy } from '@portcullis/domain/internal/accounts/password';
import { isSameAddress, type User } from '@portcullis/domain/internal/accounts/user';
import type { CreateDependencies } from '../dependencies.ts';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { PasswordHasher } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { invalidLink, lockLinkedUser, type PresentedLink } from './send-mail-link.ts';
import { replacePassword } from '../auth/replace-password.ts';

/** What the use cases that set a password by a link need. */
export interface LinkPasswordDependencies
  extends CreateDependencies<
    'users' | 'sessions' | 'apiKeys' | 'setupLinks' | 'mailLinks' | 'factors' | 'identities' | 'events'
  > {
  readonly hasher: PasswordHasher;
  readonly linkTokens: Pick<LinkTokens, 'hashOf'>;
  readonly policy: PasswordPolicy;
}

interface LinkPassword {
  readonly client: Client;
  readonly token: string;
  readonly purpose: 'invitation' | 'password-reset';
  readonly password: string;
  /** The name of the input field that contains the password, for errors. */
  readonly field: string;
}

/**
 * Sets the password that a user has chosen after opening a link in a mail. All sessions of the user end, and all links
 * in mails to the user become invalid. The link proves that the user can read the mails to an e-mail address. If the
 * account still has this address, the address counts as verified. The user is not logged in.
 * @throws {BusinessError} mail-link-invalid, mail-link-expired, password-unacceptable
 */
async function setPasswordByLink(
  deps: LinkPasswordDependencies,
  { client, token, purpose, password, field }: LinkPassword,
): Promise<User> {
  const { work, hasher, linkTokens, policy } = deps;
  const presented = { tokenHash: linkTokens.hashOf(token), purpose };
  // The token is checked before the password is hashed, so that a wrong token costs little work.
  await work.run((tx) => lockHolder(tx, deps, presented));
  checkPassword(policy, password, field);
  const passwordHash = await hasher.hash(password);
  return work.run(async (tx) => {
    // The setup link is locked before the user, in the same order as in `completeSetup`, to avoid a deadlock.
    const setupLink = await tx.setupLinks.lockLatest();
    const { user, provesAddress } = await lockHolder(tx, deps, presented);
    const actor = userActor(user, client);
    await replacePassword(tx, deps, { actor, user, ifMatch: 'any', passwordHash, setupLink, provesAddress });
    return user;
  });
}

/**
 * Locks the user of a link. An invitation is invalid if the account no longer has the e-mail address it was sent to. A
 * link that an administrator has handed on has no address, and verifies none.
 */
async function lockHolder(tx: Uses<'users' | 'mailLinks'>, deps: LinkPasswordDependencies, presented: PresentedLink) {
  const { user, link } = await lockLinkedUser(tx, deps, presented);
  const provesAddress = link.email !== null && isSameAddress(link.email, user.email);
  if (presented.purpose === 'invitation' && link.email !== null && !provesAddress) throw invalidLink();
  return { user, provesAddress };
}

/** What `confirmPasswordReset` needs. */
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

/** What `confirmInvitation` needs. */
export interface ConfirmInvitationInput {
  readonly client: Client;
  readonly token: string;
  readonly password: string;
}

/**
 * Sets the first password of an invited account. If the link was mailed, the e-mail address is verified. The user is not logged in. A
 * link that was sent to an earlier address of the account is invalid, because that address may belong to another
 * person.
 * @throws {BusinessError} mail-link-invalid, mail-link-expired, password-unacceptable
 */
export const confirmInvitation =
  (deps: LinkPasswordDependencies) =>
  async (input: ConfirmInvitationInput): Promise<Pick<User, 'id' | 'username'>> => {
    const { id, username } = await setPasswordByLink(deps, { ...input, purpose: 'invitation', field: 'password' });
    return { id, username };
  };

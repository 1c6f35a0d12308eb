import {
  checkPassword,
  isSameAddress,
  userActor,
  type Client,
  type PasswordPolicy,
  type User,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { PasswordHasher } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { invalidLink, lockLinkedUser, type PresentedLink } from './mail-link-users.ts';
import { replacePassword } from './replace-password.ts';

export interface ConfirmInvitationInput {
  readonly client: Client;
  readonly token: string;
  readonly password: string;
}

interface Dependencies extends CreateDependencies {
  readonly hasher: PasswordHasher;
  readonly linkTokens: Pick<LinkTokens, 'hashOf'>;
  readonly policy: PasswordPolicy;
}

/**
 * Sets the first password of an invited account and marks its e-mail address as verified. The user is not logged in. A
 * link that was sent to an earlier address of the account is invalid, because that address may belong to another
 * person.
 * @throws {BusinessError} mail-link-invalid, mail-link-expired, password-unacceptable
 */
export const confirmInvitation =
  (deps: Dependencies) =>
  async ({ client, token, password }: ConfirmInvitationInput): Promise<Pick<User, 'id' | 'username'>> => {
    const { work, hasher, linkTokens, policy } = deps;
    const presented = { tokenHash: linkTokens.hashOf(token), purpose: 'invitation' } as const;
    // The token is checked before the password is hashed, so that a wrong token costs little work.
    await work.run((tx) => lockInvitedUser(tx, deps, presented));
    checkPassword(policy, password, 'password');
    const passwordHash = await hasher.hash(password);
    return work.run(async (tx) => {
      // The setup link is locked before the user, in the same order as in `completeSetup`, to avoid a deadlock.
      const setupLink = await tx.setupLinks.lockLatest();
      const user = await lockInvitedUser(tx, deps, presented);
      const actor = userActor(user, client);
      await replacePassword(tx, deps, { actor, user, passwordHash, setupLink, provesAddress: true });
      return { id: user.id, username: user.username };
    });
  };

export type ConfirmInvitation = ReturnType<typeof confirmInvitation>;

async function lockInvitedUser(tx: Transaction, deps: Dependencies, presented: PresentedLink): Promise<User> {
  const { user, link } = await lockLinkedUser(tx, deps, presented);
  if (link.email !== null && isSameAddress(link.email, user.email)) return user;
  throw invalidLink();
}

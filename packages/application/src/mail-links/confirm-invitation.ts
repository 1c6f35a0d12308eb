import type { Client, User } from '@portcullis/domain';
import { setPasswordByLink, type LinkPasswordDependencies } from './set-password-by-link.ts';

export interface ConfirmInvitationInput {
  readonly client: Client;
  readonly token: string;
  readonly password: string;
}

/**
 * Sets the first password of an invited account and marks its e-mail address as verified. The user is not logged in. A
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

export type ConfirmInvitation = ReturnType<typeof confirmInvitation>;

import { userActor, type Client } from '@portcullis/domain/internal/shared/actor';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { userEvents, changedUser } from '@portcullis/domain/internal/accounts/user';
import type { CreateDependencies } from '../dependencies.ts';
import type { LinkTokens } from '../ports/preview-links.ts';
import { changeEntity } from '../changes.ts';
import { invalidLink, lockLinkedUser, removeMailLinks } from './send-mail-link.ts';

interface Dependencies extends CreateDependencies<'users' | 'mailLinks' | 'events'> {
  readonly linkTokens: Pick<LinkTokens, 'hashOf'>;
}

/**
 * Changes the e-mail address of an account to the address that the link was sent to. The new address counts as
 * verified. All other links in mails to the user become invalid, because the mails were sent to the earlier address.
 * @throws {BusinessError} mail-link-invalid, mail-link-expired, email-taken
 */
export const confirmEmailChange =
  (deps: Dependencies) =>
  ({ client, token }: { readonly client: Client; readonly token: string }): Promise<UserId> => {
    const presented = { tokenHash: deps.linkTokens.hashOf(token), purpose: 'email-change' } as const;
    return deps.work.run(async (tx) => {
      const { user, link } = await lockLinkedUser(tx, deps, presented);
      if (link.email === null) throw invalidLink();
      const changed = { ...changedUser(user, { email: link.email }, deps.clock.now()), emailVerified: true };
      const recorded = {
        event: userEvents.updated,
        actor: userActor(user, client),
        stored: user,
        ifMatch: 'any',
      } as const;
      await changeEntity(tx, deps, recorded, async (allow) => {
        await tx.users.save(allow(changed));
        await tx.users.confirm(user.id);
        await removeMailLinks(tx, user.id);
        return { before: user, after: changed };
      });
      return user.id;
    });
  };

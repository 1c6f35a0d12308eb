import { userEvents, orNotFound, requireInvited, type Actor, type MailLanguage, type UserId } from '@portcullis/domain';
import { sendMailLink, type MailLinkDependencies } from '../mail-links/send-mail-link.ts';
import { changeEntity } from '../changes.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { MailService } from '../ports/mail.ts';

export interface SendInvitationInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly language: MailLanguage;
}

interface Dependencies
  extends CreateDependencies<'users' | 'mailLinks' | 'deliveries' | 'events'>,
    MailLinkDependencies {
  readonly mails: Pick<MailService, 'requireAvailable'>;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/**
 * Sends an invited user another mail with a link for choosing a password, on behalf of an administrator. The earlier
 * link becomes invalid.
 * @throws {BusinessError} user-not-found, account-confirmed
 * @throws the errors of `MailService.requireAvailable`
 */
export const sendInvitation =
  (deps: Dependencies) =>
  async ({ actor, userId, language }: SendInvitationInput): Promise<void> => {
    deps.mails.requireAvailable();
    await deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      requireInvited(user);
      await changeEntity(
        tx,
        deps,
        { event: userEvents.updated, actor, stored: user, ifMatch: 'any' },
        async (allow) => {
          const link = await sendMailLink(tx, deps, { purpose: 'invitation', user, email: user.email, language });
          const invited = { ...user, invitedUntil: link.expiresAt, updatedAt: link.createdAt };
          await tx.users.save(allow(invited));
          return { before: user, after: invited };
        },
      );
    });
    deps.deliveryWakeUp.wake();
  };

import { orNotFound, type Actor, type MailLanguage, type UserId } from '@portcullis/domain';
import type { MailLinkDependencies } from '../mail-links/send-mail-link.ts';
import { sendResetLink } from '../mail-links/send-reset-link.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { MailService } from '../ports/mail.ts';

export interface SendPasswordResetInput {
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
 * Sends a user a link for choosing a new password, on behalf of an administrator. The administrator does not see the
 * password.
 * @throws {BusinessError} user-not-found
 * @throws the errors of `MailService.requireAvailable`
 */
export const sendPasswordReset =
  (deps: Dependencies) =>
  async ({ actor, userId, language }: SendPasswordResetInput): Promise<void> => {
    deps.mails.requireAvailable();
    await deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      await sendResetLink(tx, deps, { actor, user, language });
    });
    deps.deliveryWakeUp.wake();
  };

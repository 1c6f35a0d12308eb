import { newDelivery, type DeliveryKind, type MailLanguage, type MailLink, type MailPurpose } from '@portcullis/domain';
import type { EventDependencies } from '../record-event.ts';
import type { SecretBox } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/** The delivery kind of mails. Each mail has its own queue, so that a failing mail does not delay other mails. */
export const mailKind = 'mail' satisfies DeliveryKind;

export interface QueueMailDependencies extends EventDependencies {
  readonly secretBox: SecretBox;
}

/** A mail, and the time after which it is no longer sent. */
interface QueuedMail extends Pick<MailLink, 'userId' | 'expiresAt'> {
  readonly purpose: MailPurpose;
  /** The token of the link; null if the mail has no link. */
  readonly token: string | null;
  /**
   * The e-mail address of the recipient; null if no mail should be sent. The mail is then queued nevertheless, so that
   * a request for an unknown account takes as long as any other request.
   */
  readonly to: string | null;
  readonly username: string;
  readonly language: MailLanguage;
}

/** Queues a mail as part of the transaction. The token of the link is stored encrypted. */
export async function queueMail(
  tx: Uses<'deliveries'>,
  { clock, ids, secretBox }: QueueMailDependencies,
  { purpose, userId, expiresAt, token, to, username, language }: QueuedMail,
): Promise<void> {
  const id = ids.next<'Delivery'>();
  const at = clock.now();
  const sealedToken = token === null ? null : secretBox.seal(token, id);
  const data = { to, username, purpose, language, expiresAt: expiresAt.toISOString(), sealedToken };
  const payload = { type: `mail.${purpose}`, time: at.toISOString(), subject: `user/${userId}`, data };
  const made = newDelivery({ id, kind: mailKind, queue: `mail/${id}`, messageId: id, type: payload.type, payload }, at);
  await tx.deliveries.add([made]);
}

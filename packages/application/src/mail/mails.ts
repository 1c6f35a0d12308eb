import {
  newDelivery,
  type DeliveryKind,
  isFinalAttempt,
  type AttemptResult,
  type Delivery,
} from '@portcullis/domain/internal/events/delivery';
import {
  type MailLink,
  type MailPurpose,
  mailLanguages,
  mailPurposes,
} from '@portcullis/domain/internal/accounts/mail-link';
import type { EventDependencies } from '../changes.ts';
import { type SecretBox, UnreadableSecret, type Clock } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { DeliverySender } from '../ports/delivery-senders.ts';
import type { Mail, MailService } from '../ports/mail.ts';

/** The delivery kind of mails. Each mail has its own queue, so that a failing mail does not delay other mails. */
export const mailKind = 'mail' satisfies DeliveryKind;

export interface QueueMailDependencies extends EventDependencies {
  readonly secretBox: SecretBox;
}

/** A mail, and the time after which it is no longer sent. */
interface QueuedMail extends Pick<Mail, 'purpose' | 'language' | 'token' | 'expiresAt'>, Pick<MailLink, 'userId'> {
  /**
   * The e-mail address of the recipient; null if no mail should be sent. The mail is then queued nevertheless, so that
   * a request for an unknown account takes as long as any other request.
   */
  readonly to: string | null;
  readonly username: string | null;
  /** The API keys of the account, for a mail that names them. */
  readonly apiKeys?: Mail['apiKeys'];
}

/** Queues a mail as part of the transaction. The token of the link is stored encrypted. */
export async function queueMail(
  tx: Uses<'deliveries'>,
  { clock, ids, secretBox }: QueueMailDependencies,
  { purpose, userId, expiresAt, token, to, username, language, apiKeys = [] }: QueuedMail,
): Promise<void> {
  const id = ids.next<'Delivery'>();
  const at = clock.now();
  const sealedToken = token === null ? null : secretBox.seal(token, id);
  const data = { to, username, purpose, language, expiresAt: expiresAt.toISOString(), sealedToken, apiKeys };
  const payload = { type: `mail.${purpose}`, time: at.toISOString(), subject: `user/${userId}`, data };
  const made = newDelivery({ id, kind: mailKind, queue: `mail/${id}`, messageId: id, type: payload.type, payload }, at);
  await tx.deliveries.add([made]);
}

interface Dependencies {
  readonly clock: Clock;
  readonly mails: Pick<MailService, 'send'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
}

/**
 * Sends mails. A mail without a recipient is not sent, and neither is an expired mail. The stored mail is removed after
 * its final attempt, because it contains an e-mail address and a token.
 */
export const mailDeliverySender = ({ clock, mails, secretBox }: Dependencies): DeliverySender => ({
  attempt: async (delivery, signal) => {
    const { to } = delivery.payload.data;
    if (to === null) return ended('success', null);
    try {
      const mail = mailOf(delivery, secretBox);
      if (mail.expiresAt <= clock.now()) return ended('gone', 'The link in the mail has expired.');
      return await mails.send(mail, signal);
    } catch (error) {
      if (error instanceof UnreadableSecret)
        return ended('gone', 'The token of the mail cannot be decrypted, because SECRETS_KEY has changed.');
      throw error;
    }
  },
  lock: async (tx, delivery) => async (result) => {
    if (isFinalAttempt(delivery, result)) await tx.deliveries.removeQueue(delivery.queue);
  },
});

const ended = (result: 'success' | 'gone', error: string | null): AttemptResult => ({
  result,
  responseStatus: null,
  responseBody: null,
  error,
});

/** Returns the mail of a delivery that `queueMail` has stored. */
function mailOf({ id, messageId, payload: { data } }: Delivery, secretBox: Pick<SecretBox, 'open'>): Mail {
  const text = (name: string): string => {
    const value = data[name];
    if (typeof value === 'string') return value;
    throw new Error(`The mail ${id} has no ${name}.`);
  };
  const stored = text('language');
  return {
    messageId,
    to: text('to'),
    username: data['username'] === null ? null : text('username'),
    purpose: purposeOf(text('purpose')),
    language: mailLanguages.find((language) => language === stored) ?? mailLanguages[0],
    token: data['sealedToken'] === null ? null : secretBox.open(text('sealedToken'), id),
    apiKeys: Array.isArray(data['apiKeys']) ? data['apiKeys'].map(String) : [],
    expiresAt: new Date(text('expiresAt')),
  };
}

function purposeOf(stored: string): MailPurpose {
  const purpose = mailPurposes.find((each) => each === stored);
  if (purpose !== undefined) return purpose;
  throw new Error(`This version cannot write mails for '${stored}'.`);
}

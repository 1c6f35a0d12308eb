import {
  isFinalAttempt,
  mailLanguages,
  mailPurposes,
  type AttemptResult,
  type Delivery,
  type MailPurpose,
} from '@portcullis/domain';
import type { DeliverySender } from '../ports/delivery-senders.ts';
import type { Mail, MailService } from '../ports/mail.ts';
import { UnreadableSecret, type Clock, type SecretBox } from '../ports/system.ts';

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
    username: text('username'),
    purpose: purposeOf(text('purpose')),
    language: mailLanguages.find((language) => language === stored) ?? mailLanguages[0],
    token: data['sealedToken'] === null ? null : secretBox.open(text('sealedToken'), id),
    expiresAt: new Date(text('expiresAt')),
  };
}

function purposeOf(stored: string): MailPurpose {
  const purpose = mailPurposes.find((each) => each === stored);
  if (purpose !== undefined) return purpose;
  throw new Error(`This version cannot write mails for '${stored}'.`);
}

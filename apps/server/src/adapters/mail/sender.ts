import type { Mail, MailService } from '@portcullis/application/internal/ports/mail';
import type { CancelSignal } from '@portcullis/application/internal/ports/system';
import type { AttemptResult } from '@portcullis/domain/internal/events/delivery';
import type { MailSettings } from '../../config/config.ts';
import { renderMail } from './render.ts';
import type { SmtpMessage } from './smtp-delivery.ts';
import { readTexts } from './texts.ts';

interface MailSenderOptions extends Omit<MailSettings, 'smtpUrl'> {
  /** Attempts to deliver a mail. `smtpDelivery` creates such a function. */
  readonly deliver: (message: SmtpMessage, signal: CancelSignal | undefined) => Promise<AttemptResult>;
}

/** Creates a mail service that renders mails and delivers them. */
export function mailSender({ from, publicUrl, templates, deliver }: MailSenderOptions): Pick<MailService, 'send'> {
  const texts = readTexts(templates);
  return {
    send: async (mail, signal) => {
      const message = {
        from,
        to: mail.to,
        messageId: messageIdOf(mail, publicUrl),
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...renderMail(texts, mail, publicUrl),
      };
      return deliver(message, signal);
    },
  };
}

/**
 * Returns the `Message-ID` of a mail. It is the same for every attempt, so that a receiver can recognize a repeated
 * mail.
 */
const messageIdOf = ({ messageId }: Mail, publicUrl: string): string => `<${messageId}@${new URL(publicUrl).hostname}>`;

/** Prints mails to the terminal instead of sending them, for development. */
export function mailPrinter({
  publicUrl,
  templates,
}: Pick<MailSettings, 'publicUrl' | 'templates'>): Pick<MailService, 'send'> {
  const texts = readTexts(templates);
  return {
    send: async (mail) => {
      const { subject, text } = renderMail(texts, mail, publicUrl);
      process.stderr.write(`\nMail to ${mail.to}\nSubject: ${subject}\n\n${text}\n`);
      return { result: 'success', responseStatus: null, responseBody: null, error: null };
    },
  };
}

import type { CancelSignal, Mail, MailService } from '@portcullis/application';
import type { AttemptResult } from '@portcullis/domain';
import { createTransport } from 'nodemailer';
import { renderMail } from './render.ts';
import { readTexts } from './texts.ts';

export interface MailSenderOptions {
  /** The SMTP server, such as `smtps://user:password@smtp.example.com`. */
  readonly smtpUrl: string;
  /** The address of the sender, such as `Portcullis <no-reply@example.com>`. */
  readonly from: string;
  /** The base of every link, without a slash at its end. */
  readonly publicUrl: string;
  /** A folder with texts that replace the built-in texts. */
  readonly templates: string | undefined;
}

/** Maximum time to wait for each reply of the server, in milliseconds. An attempt must end before its lease expires. */
const timeoutMs = 10_000;

/** Sends mails to an SMTP server. Each attempt opens its own connection and closes it. */
export function mailSender({ smtpUrl, from, publicUrl, templates }: MailSenderOptions): Pick<MailService, 'send'> {
  const texts = readTexts(templates);
  return {
    send: async (mail, signal) => {
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
      });
      const sending = transport.sendMail({
        from,
        to: { name: '', address: mail.to },
        messageId: messageIdOf(mail, publicUrl),
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...renderMail(texts, mail, publicUrl),
      });
      try {
        const { response } = await unlessAborted(sending, signal);
        return { result: 'success', responseStatus: null, responseBody: response, error: null };
      } catch (error) {
        if (signal?.aborted) throw error;
        return failureOf(error);
      } finally {
        transport.close();
      }
    },
  };
}

/** Returns the `Message-ID` of a mail. It is the same for every attempt, so that a receiver can recognize a repeated mail. */
const messageIdOf = ({ messageId }: Mail, publicUrl: string): string => `<${messageId}@${new URL(publicUrl).hostname}>`;

/** Returns a promise that rejects when the signal is aborted. In this case, the mail may still have been sent. */
function unlessAborted<T>(sending: Promise<T>, signal: CancelSignal | undefined): Promise<T> {
  if (signal === undefined) return sending;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('Sending was interrupted.'));
    signal.addEventListener('abort', abort);
    sending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Returns the result of a failed attempt. If the server refuses the address, further attempts would also fail. Any
 * other failure, such as a wrong password of the sender, may be repaired.
 */
function failureOf(error: unknown): AttemptResult {
  const { code, responseCode = null, message } = toSmtpError(error);
  const isRefused = code === 'EENVELOPE' && responseCode !== null && responseCode >= 500;
  return {
    result: isRefused ? 'gone' : 'failure',
    responseStatus: responseCode,
    responseBody: null,
    error: message,
  };
}

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: number;
  readonly message: string;
}

const toSmtpError = (error: unknown): SmtpError =>
  error instanceof Error ? error : { message: `The mail could not be sent: ${String(error)}` };

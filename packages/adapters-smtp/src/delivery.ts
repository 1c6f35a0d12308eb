import type { CancelSignal } from '@portcullis/application';
import type { AttemptResult } from '@portcullis/domain';
import { createTransport } from 'nodemailer';

export interface SmtpMessage {
  /** The e-mail address of the sender, such as `Portcullis <no-reply@example.com>`. */
  readonly from: string;
  /** The e-mail address of the receiver, without a name. */
  readonly to: string;
  /** The `Message-ID`, with its angle brackets. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Maximum time to wait for each reply of the server, in milliseconds. It is short, because a process reserves a mail
 * only for a limited time. After this time, another process may send the mail too.
 */
const timeoutMs = 10_000;

/**
 * Creates a function that delivers messages to an SMTP server. Each attempt opens a new connection and closes it.
 * @param smtpUrl the server, such as `smtps://user:password@smtp.example.com`
 * @returns a function that resolves with the result of one attempt, and rejects only when its signal is aborted
 */
export function smtpDelivery(
  smtpUrl: string,
): (message: SmtpMessage, signal: CancelSignal | undefined) => Promise<AttemptResult> {
  return async ({ to, headers, ...message }, signal) => {
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
    const sending = transport.sendMail({ ...message, to: { name: '', address: to }, headers: { ...headers } });
    try {
      const { response } = await unlessAborted(sending, signal);
      return { result: 'success', responseStatus: null, responseBody: response, error: null };
    } catch (error) {
      if (signal?.aborted) throw error;
      return failureOf(error);
    } finally {
      transport.close();
    }
  };
}

/** Returns a promise that also rejects when the signal is aborted. After an abort, the mail may still be sent. */
function unlessAborted<T>(sending: Promise<T>, signal: CancelSignal | undefined): Promise<T> {
  if (signal === undefined) return sending;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('Sending was interrupted.'));
    signal.addEventListener('abort', abort);
    sending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Returns the result of a failed attempt. If the server refuses an e-mail address permanently, further attempts would
 * fail too. The cause of any other failure, such as a wrong SMTP password, may be repaired, so further attempts are
 * useful.
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

import type { CancelSignal } from '@portcullis/application/internal/ports/system';
import type { AttemptResult } from '@portcullis/domain/internal/events/delivery';
import { createTransport } from 'nodemailer';
import { withTimeLimit } from '../../process/time-limit.ts';

/** A mail in the form in which the SMTP server gets it. */
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

/** Maximum time until the connection is open, and until the server has greeted, in milliseconds. */
const connectMs = 10_000;
/** Maximum time that the server has to close its side of a connection that this side has closed, in milliseconds. */
const closeMs = 1000;

/**
 * Creates a function that delivers messages to an SMTP server. Each attempt opens a new connection and closes it.
 * @param smtpUrl the server, such as `smtps://user:password@smtp.example.com`
 * @param limitMs maximum duration of an attempt in milliseconds, however often the server responds. The default is two
 * minutes: a server that inspects mails before it accepts them needs many seconds for its last response. If the attempt
 * ended earlier, the server could accept the mail nevertheless, and the next attempt would deliver it again.
 * @returns a function that resolves with the result of one attempt, and rejects only when its signal is aborted. After
 * an abort or at the end of the time limit, the server may have accepted the mail.
 * @example
 * const deliver = smtpDelivery('smtp://localhost:2525');
 * const message: SmtpMessage = {
 *   from: 'Shop <no-reply@example.com>',
 *   to: 'ada@example.com',
 *   messageId: '<1@example.com>',
 *   headers: {},
 *   subject: 'Hello',
 *   text: 'Hello, Ada.',
 *   html: '<p>Hello, Ada.</p>',
 * };
 * const send = () => deliver(message, undefined);
 */
export function smtpDelivery(
  smtpUrl: string,
  limitMs = 120_000,
): (message: SmtpMessage, signal: CancelSignal | undefined) => Promise<AttemptResult> {
  return ({ to, headers, ...message }, cancel) =>
    withTimeLimit(limitMs, cancel, async (signal) => {
      const transport = transportTo(smtpUrl, limitMs);
      try {
        const { response } = await transport.sendMail({
          ...message,
          to: { name: '', address: to },
          headers: { ...headers },
          signal,
        });
        return { result: 'success', responseStatus: null, responseBody: response, error: null };
      } catch (error) {
        if (cancel?.aborted) throw new Error('Sending was interrupted.', { cause: error });
        return failureOf(signal.aborted ? late : error);
      } finally {
        transport.close();
      }
    });
}

/**
 * Connects to an SMTP server, logs in if the URL has a user, and closes the connection. No mail is sent.
 * @throws {Error} if the server cannot be reached or refuses the login
 * @example
 * const check = () => checkServer('smtps://user:password@smtp.example.com');
 */
export async function checkServer(smtpUrl: string): Promise<void> {
  const transport = transportTo(smtpUrl, connectMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const transportTo = (url: string, socketTimeout: number) =>
  createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout,
    socketCloseTimeout: closeMs,
  });

const late = new Error('The mail server did not accept the mail in time.');

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

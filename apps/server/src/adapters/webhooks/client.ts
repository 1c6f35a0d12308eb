import { untilCancelled } from '@portcullis/application/internal/deliveries/send-deliveries';
import type { WebhookClient, WebhookRequest } from '@portcullis/application/internal/ports/webhooks';
import type { AttemptResult } from '@portcullis/domain/internal/events/delivery';
import { withTimeLimit } from '../../process/time-limit.ts';
import { addressRules, sentenceOf, type AddressRuleOptions } from './address-rules.ts';
import { exchange, type Received } from './exchange.ts';
import { signedRequest } from './signed-request.ts';

export interface WebhookClientOptions extends AddressRuleOptions {
  /** Maximum time from name resolution to the end of the response, in milliseconds. */
  readonly timeoutMs?: number;
  /** The only CA certificate that is trusted, in PEM form. If undefined, Node's default certificates are trusted. */
  readonly ca?: string;
}

const keptBytes = 2048;
/** Maximum number of bytes of a response that are read, approximately. */
const maxReadBytes = 64 * 1024;

/** Sends requests to receivers, whose addresses obey `addressRules`. */
export function webhookClient({ timeoutMs = 15_000, ca, ...rules }: WebhookClientOptions): WebhookClient {
  const { urlError, addressesOf } = addressRules(rules);

  const call = async (request: WebhookRequest, signal: AbortSignal): Promise<Received> => {
    const addresses = await untilCancelled(addressesOf(request.url), signal);
    const sent = { method: 'POST', ...signedRequest(request, new Date()), maxBytes: maxReadBytes } as const;
    return exchange({ url: new URL(request.url), addresses, signal, ca, ...sent });
  };

  return {
    urlError: async (url) => urlError(url),
    send: (request, cancel) =>
      withTimeLimit(timeoutMs, cancel, async (signal) => {
        try {
          // The attempt ends with its time limit, even if the connection reports neither an error nor its end.
          return resultOf(await untilCancelled(call(request, signal), signal));
        } catch (error) {
          if (cancel?.aborted === true) throw error;
          return failed(signal.aborted ? 'The receiver did not answer in time.' : sentenceOf(error));
        }
      }),
  };
}

const failed = (error: string): AttemptResult => ({
  result: 'failure',
  responseStatus: null,
  responseBody: null,
  error,
});

function resultOf({ status, headers, body }: Received): AttemptResult {
  const isSuccess = status >= 200 && status < 300;
  return {
    result: isSuccess ? 'success' : status === 410 ? 'gone' : 'failure',
    responseStatus: status,
    responseBody: textOf(body),
    error: isSuccess ? null : `The receiver answered ${status}.`,
    retryAfterMs: status === 429 || status === 503 ? retryAfterMs(headers['retry-after'], new Date()) : undefined,
  };
}

/**
 * Returns the first `keptBytes` bytes of a body as text. NUL characters are removed, because PostgreSQL cannot store
 * them. If only a part of the last character is within these bytes, that part is removed too.
 */
const textOf = (body: Buffer): string =>
  new TextDecoder().decode(body.subarray(0, keptBytes), { stream: true }).replaceAll('\0', '');

/**
 * Returns the pause that a `Retry-After` header requests, in milliseconds. The header contains seconds or a date. If it
 * is absent or invalid, the result is undefined.
 */
export function retryAfterMs(header: string | undefined, at: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - at.getTime());
}

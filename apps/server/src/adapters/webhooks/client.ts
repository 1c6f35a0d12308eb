import { lookup } from 'node:dns/promises';
import {
  untilCancelled,
  type CancelSignal,
  type WebhookClient,
  type WebhookRequest,
} from '@portcullis/application/internal';
import type { AttemptResult } from '@portcullis/domain/internal';
import { isPublicAddress, literalAddress } from './addresses.ts';
import { exchange, type Address, type Received } from './exchange.ts';
import { signedRequest } from './signed-request.ts';

export interface WebhookClientOptions {
  /** Ports besides 443 to which requests may be sent. */
  readonly allowedPorts: readonly number[];
  /** Hosts that may have internal IP addresses, and to which requests may be sent without TLS. */
  readonly allowedHosts: readonly string[];
  /** Returns all IP addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
  /** Maximum time from name resolution to the end of the response, in milliseconds. */
  readonly timeoutMs?: number;
  /** The only CA certificate that is trusted, in PEM form. If undefined, Node's default certificates are trusted. */
  readonly ca?: string;
}

const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };
const keptBytes = 2048;

/** Sends requests to receivers. Internal IP addresses are refused unless the host is in `allowedHosts` (ADR 87). */
export function webhookClient({
  allowedPorts,
  allowedHosts,
  resolve = (host) => lookup(host, { all: true, verbatim: true }),
  timeoutMs = 15_000,
  ca,
}: WebhookClientOptions): WebhookClient {
  const isAllowedHost = ({ hostname }: URL): boolean => allowedHosts.includes(hostname.replace(/^\[(.*)\]$/, '$1'));

  const urlError = (text: string): string | undefined => {
    if (!URL.canParse(text)) return 'The URL is not valid.';
    const url = new URL(text);
    const isInternal = isAllowedHost(url);
    if (url.protocol !== 'https:' && !(isInternal && url.protocol === 'http:'))
      return 'The URL must begin with https://.';
    if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or a password.';
    const port = url.port === '' ? defaultPorts[url.protocol] : Number(url.port);
    if (port !== 443 && !allowedPorts.includes(port ?? 0)) return `The port ${port} is not allowed.`;
    const literal = literalAddress(url);
    if (!isInternal && literal !== undefined && !isPublicAddress(literal)) return notPublic;
    return undefined;
  };

  const addressesOf = async (url: URL): Promise<readonly Address[]> => {
    const literal = literalAddress(url);
    if (literal !== undefined) return [{ address: literal, family: literal.includes(':') ? 6 : 4 }];
    const addresses = await resolve(url.hostname);
    if (addresses.length === 0) throw new Refused('The host has no address.');
    // All IP addresses of the host must be public: one public address among internal ones is not enough.
    if (!isAllowedHost(url) && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new Refused(notPublic);
    return addresses;
  };

  const call = async (request: WebhookRequest, signal: AbortSignal): Promise<Received> => {
    const error = urlError(request.url);
    if (error !== undefined) throw new Refused(error);
    const url = new URL(request.url);
    const addresses = await untilCancelled(addressesOf(url), signal);
    return exchange({ url, addresses, signal, ca, ...signedRequest(request, new Date()) });
  };

  return {
    urlError: async (url) => urlError(url),
    send: async (request, cancel) => {
      const ending = new AbortController();
      const stop = (): void => ending.abort();
      const timer = setTimeout(stop, timeoutMs);
      cancel?.addEventListener('abort', stop);
      if (isCancelled(cancel)) stop();
      try {
        // The attempt ends with its time limit, even if the connection reports neither an error nor its end.
        return resultOf(await untilCancelled(call(request, ending.signal), ending.signal));
      } catch (error) {
        if (isCancelled(cancel)) throw error;
        return failed(ending.signal.aborted ? 'The receiver did not answer in time.' : sentenceOf(error));
      } finally {
        clearTimeout(timer);
        cancel?.removeEventListener('abort', stop);
      }
    },
  };
}

const notPublic = 'The host has an address that is not public.';

/** Means that the request was not sent. The message says why, and contains no internal address. */
class Refused extends Error {}

const isCancelled = (cancel: CancelSignal | undefined): boolean => cancel?.aborted === true;

const failed = (error: string): AttemptResult => ({
  result: 'failure',
  responseStatus: null,
  responseBody: null,
  error,
});

/**
 * Returns a sentence that describes an error. It contains the code of a system error and not its message, which could
 * contain internal addresses.
 */
function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `The connection failed${code}.`;
}

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

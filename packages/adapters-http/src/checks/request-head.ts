import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AgentCall, Client } from '@portcullis/domain/internal/shared/actor';
import type { Context, Next } from 'koa';
import { HttpError, type HttpErrorKind } from '../responses/http-error.ts';

/** Messages of the errors that are detected before the router runs. */
const requestErrorMessages = {
  'malformed-request': 'The request is not valid HTTP.',
  'request-too-slow': 'The request took too long to arrive.',
  'expectation-failed': 'The expectation of the request cannot be met.',
  'headers-too-large': 'The headers of the request are too large.',
} as const satisfies Partial<Record<HttpErrorKind, string>>;

export type RequestErrorKind = keyof typeof requestErrorMessages;

/** Returns the error for a request that cannot be routed. The response to this request closes the connection. */
export const requestError = (kind: RequestErrorKind): HttpError =>
  new HttpError(kind, requestErrorMessages[kind], { headers: { Connection: 'close' } });

/**
 * Returns true if the request target begins with `/`, is `*` or is an absolute URL. In addition, the request must have
 * a Host header unless it uses HTTP/1.0.
 */
export const hasValidTarget = ({ url = '', headers: { host }, httpVersion }: IncomingMessage): boolean =>
  (host !== undefined || httpVersion === '1.0') && (/^(?:\/|\*$)/.test(url) || URL.canParse(url));

/**
 * Matches an Expect header that contains the only value that HTTP defines for it. Node responds to this value with
 * `100 Continue`.
 */
const continuation = /(?:^|\W)100-continue(?:$|\W)/i;

/** Longer lists of what the client accepts are ignored, because the time to parse them grows faster than their length. */
const maxAcceptLength = 1000;

/** @throws {HttpError} malformed-request, expectation-failed */
export function rejectBadRequest({ req }: Context, next: Next): Promise<void> {
  for (const name of ['accept', 'accept-encoding', 'accept-language'] as const)
    if ((req.headers[name]?.length ?? 0) > maxAcceptLength) delete req.headers[name];
  if (!hasValidTarget(req)) throw requestError('malformed-request');
  const { expect } = req.headers;
  if (expect !== undefined && !continuation.test(expect)) throw requestError('expectation-failed');
  return next();
}

/** Matches a preference of RFC 7240, section 4.4. */
const strictHandling = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[;,]|$)/i;

/** Returns true if the client prefers that the service refuses what it does not know instead of ignoring it. */
export const prefersStrict = (ctx: Context): boolean => strictHandling.test(ctx.get('Prefer'));

const requestIdForm = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns the request id from the client if it is valid, otherwise a new id. */
export const requestIdOf = (sent: string): string => (requestIdForm.test(sent) ? sent : randomUUID());

const maxUserAgent = 512;
const maxAgentName = 64;
const ipv4InIpv6 = /^::ffff:(?=\d+\.)/;

/** Returns a name without the characters that no store of texts accepts. */
const agentName = (text: string | null): string => (text ?? '').replace(/\p{Cc}/gu, '').slice(0, maxAgentName);

/** Reads the header `Portcullis-Agent`, such as `via=mcp&tool=update&client=claude-code`. */
function agentOf(header: string): AgentCall | undefined {
  if (header === '') return undefined;
  const sent = new URLSearchParams(header);
  if (sent.get('via') !== 'mcp') return undefined;
  return { via: 'mcp', tool: agentName(sent.get('tool')), client: agentName(sent.get('client')) };
}

/** Returns the client of a request, with its address and the header `User-Agent`. */
export const clientOf = (ctx: Context): Client => ({
  ipAddress: ctx.ip.replace(ipv4InIpv6, ''),
  userAgent: (ctx.req.headers['user-agent'] ?? '').slice(0, maxUserAgent),
  requestId: ctx.state['requestId'] ?? null,
  agent: agentOf(ctx.get('Portcullis-Agent')),
});

import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import { EdgeRefusal, type EdgeProblem } from '../answers/edge-refusal.ts';

/** What can be wrong with a request before anybody asks where it goes (decisions, section 7). */
export const unfitMessages = {
  'malformed-request': 'The request is not valid HTTP.',
  'request-too-slow': 'The request took too long to arrive.',
  'expectation-failed': 'The expectation of the request cannot be met.',
  'headers-too-large': 'The headers of the request are too large.',
} as const satisfies Partial<Record<EdgeProblem, string>>;

export type Unfit = keyof typeof unfitMessages;

/** The refusal of a request, and of the connection that it came by. */
export const unfit = (problem: Unfit): EdgeRefusal =>
  new EdgeRefusal(problem, unfitMessages[problem], { headers: { Connection: 'close' } });

/** Whether a request says where it goes: HTTP/1.1 wants a Host, and what is no path must be a whole address. */
export const isAddressed = ({ url = '', headers: { host }, httpVersion }: IncomingMessage): boolean =>
  (host !== undefined || httpVersion === '1.0') && (/^(?:\/|\*$)/.test(url) || URL.canParse(url));

/** The one expectation there is, as Node reads it; Node meets it by itself. */
const continuation = /(?:^|\W)100-continue(?:$|\W)/i;

/** Refuses: malformed-request, expectation-failed. */
export function refuseUnfit({ req }: Context, next: Next): Promise<void> {
  if (!isAddressed(req)) throw unfit('malformed-request');
  const { expect } = req.headers;
  if (expect !== undefined && !continuation.test(expect)) throw unfit('expectation-failed');
  return next();
}

import type { Context, Middleware } from 'koa';
import { HttpError, notReady, overloadedMessage } from '../responses/http-error.ts';
import type { Route } from '../routes/route.ts';
import type { StandardForm } from '../routes/standard-form.ts';

/**
 * Refuses requests that the service cannot serve, and lets errors have the form of the standard of the route.
 * @throws {HttpError} not-ready, and the error of a route that this installation does not offer
 */
export function requireService(
  { standard, isAlwaysServed, closedWith }: Route,
  state: { readonly isServing: boolean },
): Middleware {
  return (ctx, next) => {
    if (standard !== undefined) applyForm(ctx, standard);
    if (isAlwaysServed !== true && !state.isServing) throw notReady();
    if (closedWith !== undefined) throw closedWith();
    return next();
  };
}

const printable = /^[ -~]{1,255}$/;

/** Some standards also require that responses repeat any request id. */
function applyForm(ctx: Context, standard: StandardForm): void {
  ctx.state['standard'] = standard;
  const sent = ctx.get('X-Request-Id');
  if (standard.echoesRequestId !== true || !printable.test(sent)) return;
  ctx.set('X-Request-Id', sent);
  ctx.state['requestId'] = sent;
}

/** Maximum numbers of requests of a process that wait for the store or are served by it. */
export interface AdmissionLimits {
  readonly reads: number;
  readonly writes: number;
}

/**
 * Calls `work` unless the limit for its kind is reached.
 * @throws {HttpError} overloaded, before any work
 */
export type Admit = <T>(kind: keyof AdmissionLimits, work: () => Promise<T>) => Promise<T>;

/**
 * Limits how many requests a process serves at once. A request that was admitted may wait for a connection, but one that
 * cannot be admitted is refused at once, so the wait is limited by the length of the queue and not by a time limit.
 * Reading the body of a request and sending its response do not count, because a slow client must not take a place.
 */
export function admission(limits: AdmissionLimits): Admit {
  const admitted = { reads: 0, writes: 0 };
  return async (kind, work) => {
    if (admitted[kind] >= limits[kind]) throw new HttpError('overloaded', overloadedMessage);
    admitted[kind] += 1;
    try {
      return await work();
    } finally {
      admitted[kind] -= 1;
    }
  };
}

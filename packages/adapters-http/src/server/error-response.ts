import type { Context } from 'koa';
import { hasValidTarget } from '../checks/request-head.ts';
import { errorReportOf, failure } from '../responses/error-report.ts';
import type { Reason } from '../responses/error-table.ts';
import { HttpError } from '../responses/http-error.ts';
import type { StandardForm } from '../routes/standard-form.ts';

/** The values of `Retry-After` of errors that do not determine it themselves, in seconds. */
const retryAfter: Partial<Record<Reason, string>> = {
  'too-many-streams': '60',
  'not-ready': '1',
  overloaded: '2',
  'outcome-unknown': '2',
  'media-busy': '5',
};

/** Converts an error to the response of a request, in the form of the standard of its route. */
export function respondWithError(ctx: Context, error: unknown): void {
  const reported = errorReportOf(error);
  ctx.status = reported.status;
  const retrySeconds = retryAfter[reported.reason];
  if (retrySeconds !== undefined) ctx.set('Retry-After', retrySeconds);
  if (error instanceof HttpError) ctx.set(error.headers);
  ctx.set('Cache-Control', 'no-store');
  // A large response can fail after its ETag has been set.
  ctx.remove('ETag');
  // If the request body was not read completely, the connection is closed to discard the rest of the body.
  if (!ctx.req.complete) ctx.set('Connection', 'close');
  const standard: StandardForm | undefined = ctx.state['standard'];
  if (standard === undefined) {
    ctx.body = failure(reported, hasValidTarget(ctx.req) ? ctx.path : '');
    return;
  }
  const { status, headers, body } = standard.errorOf(reported);
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
}

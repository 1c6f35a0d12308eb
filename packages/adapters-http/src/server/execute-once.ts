import type { RunOnce } from '@portcullis/application';
import { idempotencyLimits, type IdempotentRequest, type StoredResponse } from '@portcullis/domain';
import type { Context } from 'koa';
import { RawResponse } from '../answers/raw-response.ts';
import { versionIn } from '../answers/with-version.ts';
import type { Admit } from '../checks/admission.ts';
import type { Route } from '../routes/route.ts';
import { describedMembers } from '../validation/schema.ts';
import { bodyWithin, jsonHeaders } from './send-response.ts';

/** Reads the data of another route for the same caller. */
export type ReadResource = (ctx: Context, params: Readonly<Record<string, string>>) => Promise<unknown>;

interface OnceOptions {
  readonly runOnce: RunOnce;
  readonly admit: Admit;
  /** Reads the resource of a response that was too large to be stored. */
  readonly readResource: ReadResource | undefined;
}

/**
 * Creates the function that executes a request with an `Idempotency-Key` and returns the data of its response. A
 * repeated request gets the stored response of the first one.
 */
export function onceExecutor(route: Route, { runOnce, admit, readResource }: OnceOptions) {
  /** Other routes may return more fields than this one. */
  const readAgain = async (ctx: Context, { resourceId }: StoredResponse): Promise<unknown> =>
    describedMembers(route.data, await readResource?.(ctx, { id: resourceId ?? '' }));
  return async (ctx: Context, request: IdempotentRequest, answer: () => Promise<unknown>): Promise<unknown> => {
    let data: unknown;
    const act = async (): Promise<StoredResponse> => {
      data = await answer();
      return storedResponseOf(route, data);
    };
    const { response, isReplayed } = await admit('writes', () => runOnce(request, act));
    if (response.body !== null) data = rawResponseOf(response, response.body);
    else if (isReplayed) data = await readAgain(ctx, response);
    if (isReplayed) ctx.set('Idempotency-Replayed', 'true');
    return data;
  };
}

/** Only bodies that can be made again are limited. All other bodies are small, because the requests are limited. */
async function storedResponseOf(route: Route, data: unknown): Promise<StoredResponse> {
  const canReread = typeof route.idempotencyKey === 'object';
  const body = await bodyWithin(canReread ? idempotencyLimits.bodyBytes : Infinity, data);
  return {
    status: route.status ?? 200,
    version: (route.isVersioned && versionIn(data)) ?? null,
    body,
    resourceId: body === null ? idIn(data) : null,
  };
}

const rawResponseOf = ({ status, version }: StoredResponse, body: string): RawResponse =>
  new RawResponse(Buffer.from(body), { ...jsonHeaders, ...(version !== null && { ETag: `"${version}"` }) }, status);

function idIn(data: unknown): string {
  if (typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string') return data.id;
  throw new Error('A response that can be made again must contain an id.');
}

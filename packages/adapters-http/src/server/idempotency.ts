import { createHmac, hash } from 'node:crypto';
import type { RunOnce } from '@portcullis/application/internal/idempotency/run-once';
import {
  idempotencyLimits,
  type IdempotentRequest,
  type KeyedRequest,
  type StoredResponse,
} from '@portcullis/domain/internal/shared/idempotency';
import type { Context } from 'koa';
import { validationFailed } from '../responses/http-error.ts';
import { RawResponse, versionIn } from '../responses/response-data.ts';
import type { Caller } from '../checks/callers.ts';
import type { Route } from '../routes/route.ts';
import { describedMembers } from '../validation/json-schema.ts';
import { bodyWithin, jsonHeaders } from './send-response.ts';

export interface IdempotencyOptions {
  readonly runOnce: RunOnce;
  /**
   * The keys of the HMAC that is stored in place of a body. With a plain hash, a reader of the database could guess
   * passwords in bodies. The first key is that of new requests. All processes must have the same keys, in any order.
   */
  readonly bodySecrets: readonly [Buffer, ...Buffer[]];
}

/** A request with an `Idempotency-Key`. */
export interface KeyedCall {
  /** Adds a piece of the body to the hash of the body, while the body is being received. */
  readonly addToBody: (chunk: Buffer) => void;
  /** Returns the request, after its body was received. */
  readonly identify: () => IdempotentRequest;
  readonly runOnce: RunOnce;
}

const keyForm = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyLimits.key}}$`);

const message = `Idempotency-Key must have 1 to ${idempotencyLimits.key} visible ASCII characters.`;

/**
 * Returns the function that begins a request with an `Idempotency-Key` to the route.
 * @throws {HttpError} validation-failed if the key is malformed
 */
export const keyedRequest =
  (route: Route, { runOnce, bodySecrets: [bodySecret, ...otherSecrets] }: IdempotencyOptions) =>
  (ctx: Context, caller: Caller, key: string | string[]): KeyedCall => {
    if (typeof key !== 'string' || !keyForm.test(key)) {
      throw validationFailed([{ field: 'Idempotency-Key', message }]);
    }
    // The path of the route and its parameters identify the request, so that other spellings of the same path are the
    // same request.
    const parts = [caller.apiKey?.id ?? caller.id, route.method, route.path, ctx['params'], key];
    const body = createHmac('sha256', bodySecret);
    const others = otherSecrets.map((secret) => createHmac('sha256', secret));
    return {
      addToBody: (chunk) => {
        for (const each of [body, ...others]) each.update(chunk);
      },
      identify: () => ({
        id: hash('sha256', JSON.stringify(parts), 'base64url'),
        userId: caller.id,
        bodyHash: body.digest('base64url'),
        otherBodyHashes: others.map((each) => each.digest('base64url')),
      }),
      runOnce,
    };
  };

/**
 * Calls `handle`, whose use case stores its response. If the same request was already executed, returns the stored
 * response instead.
 * @param readResource reads the resource of a response that was too large to be stored
 */
export async function executeKeyed(
  ctx: Context,
  { identify, runOnce }: KeyedCall,
  route: Route,
  handle: (keyed: KeyedRequest) => Promise<unknown>,
  readResource: ((ctx: Context, params: Readonly<Record<string, string>>) => Promise<unknown>) | undefined,
): Promise<unknown> {
  let data: unknown;
  const { response, isReplayed } = await runOnce(
    identify(),
    (result) => storedResponseOf(route, result),
    async (keyed) => (data = await handle(keyed)),
  );
  if (response.body !== null) data = rawResponseOf(response, response.body);
  // Other routes may return more fields than this one.
  else if (isReplayed)
    data = describedMembers(route.data, await readResource?.(ctx, { id: response.resourceId ?? '' }));
  if (isReplayed) ctx.set('Idempotency-Replayed', 'true');
  return data;
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

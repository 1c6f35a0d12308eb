import { createHmac, hash } from 'node:crypto';
import { idempotencyLimits, type IdempotentRequest } from '@portcullis/domain';
import type { Context } from 'koa';
import { HttpError } from '../answers/http-error.ts';
import type { Caller } from './authenticator.ts';

const keyForm = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyLimits.key}}$`);

const message = `Idempotency-Key must have 1 to ${idempotencyLimits.key} visible ASCII characters.`;

/** Collects the parts of an idempotent request, whose body is hashed while it is being received. */
export interface RequestHash {
  readonly addToBody: (chunk: Buffer) => void;
  readonly request: () => IdempotentRequest;
}

/**
 * Returns the hash of a request with an `Idempotency-Key`, or undefined if the request has no key. The hash contains the
 * path of the route and its parameters, so that other spellings of the same path are the same request.
 * @param bodySecret the key of the HMAC of the body. With a plain hash, a reader of the database could guess passwords
 * in bodies.
 * @throws {HttpError} validation-failed if the key is malformed
 */
export function requestHashOf(
  ctx: Context,
  { method, path }: { readonly method: string; readonly path: string },
  caller: Caller,
  bodySecret: Buffer,
): RequestHash | undefined {
  const key = ctx.req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !keyForm.test(key)) {
    throw new HttpError('validation-failed', 'Some of the values sent are not valid.', {
      errors: [{ field: 'Idempotency-Key', message }],
    });
  }
  const body = createHmac('sha256', bodySecret);
  return {
    addToBody: (chunk) => void body.update(chunk),
    request: () => ({
      id: hash('sha256', JSON.stringify([caller.id, method, path, ctx['params'], key]), 'base64url'),
      userId: caller.id,
      bodyHash: body.digest('base64url'),
    }),
  };
}

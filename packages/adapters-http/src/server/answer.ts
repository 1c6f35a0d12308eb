import { hash } from 'node:crypto';
import type { Context } from 'koa';
import { answerPlaces, type LargeAnswerLimits } from './answer-places.ts';
import { answerStream } from '../answers/answer-stream.ts';
import { networkOf } from '../checks/client-address.ts';
import { successAround } from '../answers/envelope.ts';
import { clientOf } from '../checks/authenticator.ts';
import { withTimeout, storeTimeout } from '../checks/timeouts.ts';
import { toJson } from '../answers/json-text.ts';
import { withFirstPiece, bytesOf, isFullyInMemory, isLarge, largeAnswer, slicesOf } from '../answers/large-answer.ts';
import type { Route } from '../routes/route.ts';
import { RawResponse } from '../answers/raw-response.ts';
import { matchesEtag, WithEtag } from '../answers/etag.ts';
import { sliceLength } from '../answers/text-slices.ts';

/**
 * Writes the response of a route. Returns a promise if a large response has to wait for a place or for its first piece.
 * @throws {HttpError} too-many-requests
 * @throws {ContentChanged}
 * @throws {StoreFailure}
 */
export type SendAnswer = (
  ctx: Context,
  route: Pick<Route, 'method' | 'status'>,
  data: unknown,
  isPersonal: boolean,
) => Promise<void> | undefined;

/**
 * Clients may cache public reads and revalidate them; responses to requests with a token are not cached. The first piece of a
 * large response must arrive within `storeMs` milliseconds.
 */
export function answerSender(limits: LargeAnswerLimits, storeMs: number): SendAnswer {
  const sendLarge = largeSender(limits, storeMs);
  return (ctx, route, data, isPersonal) => {
    const { headers, body, version } = writingOf(data);
    ctx.status = route.status ?? 200;
    // Also on 304, because a browser updates the headers of a cached page.
    if (data instanceof RawResponse) ctx.set(headers);
    if (isPersonal || route.method !== 'GET') {
      ctx.set('Cache-Control', 'no-store');
    } else {
      ctx.set('Cache-Control', 'no-cache');
      ctx.vary('Authorization');
      const current = version();
      if (current !== undefined) ctx.set('ETag', `W/"${current}"`);
      if (current !== undefined && matchesEtag(ctx, current)) {
        ctx.status = 304;
        return undefined;
      }
    }
    const written = body();
    if (typeof written === 'object' && !Buffer.isBuffer(written)) return sendLarge(ctx, headers, written);
    if (written.length > sliceLength) return sendLarge(ctx, headers, largeBodyOf(Buffer.from(written)));
    ctx.set(headers);
    ctx.body = written;
    return undefined;
  };
}

/** A body that is sent piece by piece. */
interface LargeBody {
  /** Approximate size in bytes. */
  readonly bytes: number;
  /** Exact size in bytes, if it is known in advance. */
  readonly length?: number;
  readonly isInMemory: boolean;
  readonly open: () => Promise<Parameters<typeof answerStream>[0]>;
}

const largeBodyOf = (written: Buffer): LargeBody => ({
  bytes: written.length,
  length: written.length,
  isInMemory: true,
  open: async () => slicesOf(written),
});

function largeSender({ fromBytes, stallMs, ...limits }: LargeAnswerLimits, storeMs: number) {
  const places = answerPlaces(limits);
  return async (ctx: Context, headers: Headers, { bytes, length, isInMemory, open }: LargeBody): Promise<void> => {
    const stalled = (reason: Error): void => void ctx.app.emit('error', reason, ctx);
    const isRead = ctx.method !== 'HEAD';
    if (isRead && bytes > fromBytes) {
      const network = networkOf(clientOf(ctx).ipAddress);
      // Refusing a response that is in memory would save nothing, and the client would take a completed write for a failure.
      const release = isInMemory ? places.take(network) : await places.wait(network);
      if (ctx.res.closed) release();
      else ctx.res.once('close', release);
    }
    const pieces = isRead ? await withTimeout(open(), storeMs, storeTimeout) : [];
    ctx.set(headers);
    ctx.body = answerStream(pieces, ctx.res, stallMs, stalled);
    if (length !== undefined) ctx.length = length;
  };
}

type Headers = Readonly<Record<string, string>>;

const json = { 'Content-Type': 'application/json; charset=utf-8' };

const sha1 = (written: string | Buffer): string => hash('sha1', written, 'base64url');

interface Writing {
  readonly headers: Headers;
  readonly body: () => string | Buffer | LargeBody;
  /** The ETag; undefined for large data without a stored version, since hashing megabytes would block the event loop. */
  readonly version: () => string | undefined;
}

function writingOf(data: unknown): Writing {
  if (data instanceof RawResponse) {
    return { headers: data.headers, body: () => data.body, version: () => sha1(data.body) };
  }
  if (data instanceof WithEtag) return { ...writingOf(data.data), version: () => data.version };
  if (isLarge(data)) {
    const body = {
      bytes: bytesOf(data),
      isInMemory: isFullyInMemory(data),
      open: async () => largeAnswer(await withFirstPiece(data)),
    };
    return { headers: json, body: () => body, version: () => undefined };
  }
  const text = toJson(data);
  return { headers: json, body: () => successAround().join(text), version: () => sha1(text) };
}

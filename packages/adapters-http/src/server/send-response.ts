import { hash } from 'node:crypto';
import { ContentChanged } from '@portcullis/application/internal/ports/contents';
import type { Context } from 'koa';
import { matchesEtag } from '../responses/etags.ts';
import { EventStream, sendEvents } from '../responses/event-stream.ts';
import { largeResponse, withFirstPiece } from '../responses/large-response.ts';
import {
  FileResponse,
  isFullyInMemory,
  isLarge,
  RawResponse,
  SerializedJson,
  successEnvelopeParts,
  totalBytesOf,
  versionIn,
  WithEtag,
  WithStatus,
  WithVersion,
  type ResponseHeaders,
} from '../responses/response-data.ts';
import { sliceLength } from '../responses/text-slices.ts';
import { isList, type Route } from '../routes/route.ts';
import type { LargeResponseLimits } from './large-response-slots.ts';
import { largeSenders, type LargeBody } from './send-large.ts';

/**
 * Reads the data of a route with `read`, and writes the response. Resolves when the response was written; for a large
 * response, which may have to wait for a place (see `LargeResponseSlots`) and for its first piece, when it begins; and for a
 * stream when it ends. If a content has changed before the response began, the data is read once more. This can happen, for
 * example, while a large response is waiting until other large responses have been sent.
 * @param isPersonal true if the request was authenticated, so that the response must not be cached
 * @throws {HttpError} too-many-requests
 * @throws {StoreFailure}
 * @throws {BusinessError} too-many-streams, session-ended, and the errors of `read`
 */
export type SendResponse = (
  ctx: Context,
  route: SentRoute,
  read: () => Promise<unknown>,
  isPersonal: boolean,
) => Promise<void>;

type SentRoute = Pick<
  Route,
  'method' | 'query' | 'status' | 'isUnlisted' | 'isVersioned' | 'standard' | 'maxAgeSeconds'
>;

/**
 * Creates the function that writes responses. Clients may cache and revalidate responses to GET requests that were not
 * authenticated, unless the route sets `isUnlisted`. Lists can be revalidated with a token too.
 */
export function responseSender(limits: LargeResponseLimits): SendResponse {
  const { sendPieces, sendBuffer, sendFile } = largeSenders(limits);
  /** Returns undefined if the response was written. */
  const send = (ctx: Context, route: SentRoute, result: unknown, isPersonal: boolean): Promise<void> | undefined => {
    if (result instanceof EventStream) return sendEvents(ctx, result);
    if (result instanceof FileResponse) return sendFile(ctx, result);
    const { data, status } = result instanceof WithStatus ? result : { data: result, status: route.status ?? 200 };
    const isRaw = data instanceof RawResponse;
    const { headers, body, version } =
      isRaw || route.standard === undefined ? serializationOf(data) : withoutEnvelope(data);
    ctx.status = status;
    // Browsers replace the headers of a cached page with the headers of a response with status 304. So the headers of
    // the page are also sent with this status. Otherwise, the default `Content-Security-Policy` would replace the
    // policy of the page.
    if (isRaw) {
      ctx.set(headers);
      ctx.status = data.status ?? ctx.status;
    }
    if (route.isUnlisted === true) ctx.set('X-Robots-Tag', 'noindex');
    if (isPersonal || route.method !== 'GET' || route.isUnlisted === true) {
      ctx.set('Cache-Control', 'no-store');
      const current = isPersonal && route.isVersioned ? versionIn(data) : undefined;
      if (current !== undefined) ctx.set('ETag', `"${current}"`);
      if (isPersonal && isList(route) && isKnown(ctx, version())) return undefined;
    } else {
      const { maxAgeSeconds } = route;
      ctx.set('Cache-Control', maxAgeSeconds === undefined ? 'no-cache' : `public, max-age=${maxAgeSeconds}`);
      ctx.vary('Authorization');
      if (isKnown(ctx, version())) return undefined;
    }
    const written = body();
    if (typeof written === 'object' && !Buffer.isBuffer(written)) return sendPieces(ctx, headers, written);
    ctx.set(headers);
    if (written.length > sliceLength) sendBuffer(ctx, Buffer.from(written));
    else ctx.body = written;
    return undefined;
  };
  return async (ctx, route, read, isPersonal) => {
    try {
      await send(ctx, route, await read(), isPersonal);
    } catch (error) {
      if (!(error instanceof ContentChanged)) throw error;
      await send(ctx, route, await read(), isPersonal);
    }
  };
}

/** Sends the weak ETag of a response. Returns true, with the status 304, if the client has this response. */
function isKnown(ctx: Context, current: string | undefined): boolean {
  if (current === undefined) return false;
  ctx.set('ETag', `W/"${current}"`);
  const sent = ctx.req.headers['if-none-match'];
  if (sent === undefined || !matchesEtag(sent, current)) return false;
  ctx.status = 304;
  return true;
}

export const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8' };

const sha1 = (written: string | Buffer): string => hash('sha1', written, 'base64url');

function inEnvelope(bytes: Buffer): Buffer {
  const [before, after] = successEnvelopeParts();
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
}

interface Serialization {
  readonly headers: ResponseHeaders;
  readonly body: () => string | Buffer | LargeBody;
  /**
   * Returns the ETag without quotes. The result is undefined for large data without a stored version, because hashing
   * megabytes would block the event loop.
   */
  readonly version: () => string | undefined;
}

function serializationOf(data: unknown): Serialization {
  if (data instanceof RawResponse) {
    return { headers: data.headers, body: () => data.body, version: () => sha1(data.body) };
  }
  if (data instanceof WithVersion) return serializationOf(data.data);
  if (data instanceof WithEtag) return { ...serializationOf(data.data), version: () => data.version };
  if (isLarge(data)) {
    const body = {
      bytes: totalBytesOf(data),
      isInMemory: isFullyInMemory(data),
      open: async () => largeResponse(await withFirstPiece(data)),
    };
    return { headers: jsonHeaders, body: () => body, version: () => undefined };
  }
  if (data instanceof SerializedJson) {
    const { bytes } = data;
    return { headers: jsonHeaders, body: () => inEnvelope(bytes), version: () => sha1(bytes) };
  }
  const text = JSON.stringify(data ?? null);
  return { headers: jsonHeaders, body: () => successEnvelopeParts().join(text), version: () => sha1(text) };
}

/** Serializes data in the form of a standard. */
function withoutEnvelope(data: unknown): Serialization {
  const text = JSON.stringify(data);
  return { headers: { 'Content-Type': 'application/json' }, body: () => text, version: () => sha1(text) };
}

/** Returns the body of the response for `data`, or null if it has more than `maxBytes` bytes. */
export async function bodyWithin(maxBytes: number, data: unknown): Promise<string | null> {
  const body = serializationOf(data).body();
  const isPieces = typeof body === 'object' && !Buffer.isBuffer(body);
  if (isPieces && body.bytes > maxBytes) return null;
  let text = isPieces ? '' : String(body);
  if (isPieces) for await (const piece of await body.open()) text += String(piece);
  return Buffer.byteLength(text) > maxBytes ? null : text;
}

import { hash } from 'node:crypto';
import type { Context } from 'koa';
import { largeResponseSlots, type LargeResponseLimits } from './large-response-slots.ts';
import { EventStream, sendEvents } from '../responses/event-stream.ts';
import { responseStream, ClientStalled } from '../responses/response-stream.ts';
import { networkOf } from '../checks/client-address.ts';
import { successEnvelopeParts } from '../responses/envelope.ts';
import { clientOf } from '../checks/callers.ts';
import { largeResponse, withFirstPiece } from '../responses/large-response.ts';
import { isList, type Route } from '../routes/route.ts';
import {
  isFullyInMemory,
  isLarge,
  RawResponse,
  SerializedJson,
  totalBytesOf,
  versionIn,
  FileResponse,
  WithEtag,
  WithStatus,
  WithVersion,
  type ResponseHeaders,
} from '../responses/response-data.ts';
import { matchesEtag } from '../checks/conditional-requests.ts';
import { sliceLength } from '../responses/text-slices.ts';

/**
 * Writes the response of a route. Returns a promise for a response that is sent in pieces, which may have to wait for a
 * place (see `LargeResponseSlots`) and for its first piece, and for a stream, whose promise resolves when the stream
 * ends. For other responses, the result is undefined.
 * @param isPersonal true if the request was authenticated, so that the response must not be cached
 * @throws {HttpError} too-many-requests
 * @throws {ContentChanged}
 * @throws {StoreFailure}
 * @throws {BusinessError} too-many-streams, session-ended
 */
export type SendResponse = (
  ctx: Context,
  route: Pick<Route, 'method' | 'query' | 'status' | 'isUnlisted' | 'isVersioned' | 'standard' | 'maxAgeSeconds'>,
  data: unknown,
  isPersonal: boolean,
) => Promise<void> | undefined;

/**
 * Creates the function that writes responses. Clients may cache and revalidate responses to GET requests that were not
 * authenticated, unless the route sets `isUnlisted`. Lists can be revalidated with a token too.
 */
export function responseSender(limits: LargeResponseLimits): SendResponse {
  const { sendPieces, sendBuffer, sendFile } = largeSenders(limits);
  return (ctx, route, result, isPersonal) => {
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
}

/** Sends the weak ETag of a response. Returns true, with the status 304, if the client has this response. */
function isKnown(ctx: Context, current: string | undefined): boolean {
  if (current === undefined) return false;
  ctx.set('ETag', `W/"${current}"`);
  if (!matchesEtag(ctx, current)) return false;
  ctx.status = 304;
  return true;
}

/** A body that is sent piece by piece. */
interface LargeBody {
  /** Approximate size in bytes. */
  readonly bytes: number;
  /** True if no part of the body has to be read from the store. */
  readonly isInMemory: boolean;
  readonly open: () => Promise<Parameters<typeof responseStream>[0]>;
}

const networkOfClient = (ctx: Context): string => networkOf(clientOf(ctx).ipAddress);

function releaseWhenClosed({ res }: Context, release: () => void): void {
  if (res.closed) release();
  else res.once('close', release);
}

const reportStalled = (ctx: Context, reason: ClientStalled): void => void ctx.app.emit('error', reason, ctx);

function largeSenders({ fromBytes, stallMs, ...limits }: LargeResponseLimits) {
  const places = largeResponseSlots(limits);
  const holdsPlace = (ctx: Context, bytes: number): boolean => ctx.method !== 'HEAD' && bytes > fromBytes;
  const sendPieces = async (
    ctx: Context,
    headers: ResponseHeaders,
    { bytes, isInMemory, open }: LargeBody,
  ): Promise<void> => {
    if (holdsPlace(ctx, bytes)) {
      const network = networkOfClient(ctx);
      // A response that is already in memory does not wait, because waiting would save no memory. Besides, it may be
      // the response to a change that is already stored, and an error instead of it would tell the client the opposite.
      releaseWhenClosed(ctx, isInMemory ? places.take(network) : await places.wait(network));
    }
    const pieces = ctx.method === 'HEAD' ? [] : await open();
    ctx.set(headers);
    ctx.body = responseStream(pieces, ctx.res, stallMs, (reason) => reportStalled(ctx, reason));
  };

  const sendBuffer = (ctx: Context, written: Buffer): void => {
    if (holdsPlace(ctx, written.length)) releaseWhenClosed(ctx, places.take(networkOfClient(ctx)));
    // The timeout applies until the response ends. Node restarts the timeout whenever the kernel accepts a part of a
    // long socket write.
    ctx.res.setTimeout(stallMs, () => {
      reportStalled(ctx, new ClientStalled('The client read nothing of the response for too long.'));
      ctx.res.destroy();
    });
    ctx.body = written;
  };

  /** Files are sent as fast as the client reads them, so they hold little memory and need no place. */
  const sendFile = async (ctx: Context, { status, headers, open }: FileResponse): Promise<void> => {
    const bytes = ctx.method === 'HEAD' ? undefined : await open?.();
    ctx.status = status;
    // Koa derives headers from the body, so the body is set before the headers of the file.
    if (bytes instanceof Uint8Array) ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    else if (bytes !== undefined)
      ctx.body = responseStream(bytes, ctx.res, stallMs, (reason) => reportStalled(ctx, reason));
    ctx.set(headers);
  };
  return { sendPieces, sendBuffer, sendFile };
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

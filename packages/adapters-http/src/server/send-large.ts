import type { Context } from 'koa';
import { networkOf } from '../checks/client-address.ts';
import { clientOf } from '../checks/request-head.ts';
import type { FileResponse, ResponseHeaders } from '../responses/response-data.ts';
import { ClientStalled, responseStream } from '../responses/response-stream.ts';
import { largeResponseSlots, type LargeResponseLimits } from './large-response-slots.ts';

/** A body that is sent piece by piece. */
export interface LargeBody {
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

/** Returns the functions that send what takes long to send: large bodies, and files. */
export function largeSenders({ fromBytes, stallMs, ...limits }: LargeResponseLimits) {
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

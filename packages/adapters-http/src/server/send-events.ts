import { once } from 'node:events';
import type { Context } from 'koa';
import { ClientStalled } from '../answers/response-stream.ts';
import { liveStreamOn, type EventStream } from '../answers/event-stream.ts';

/** These headers tell proxies to forward each message immediately. The last header is for nginx. */
const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/**
 * Sends server-sent events until the client or the service ends the stream.
 * @throws {BusinessError} too-many-streams, session-ended
 * @throws {StoreFailure}
 */
export async function sendEvents(ctx: Context, { open }: EventStream): Promise<void> {
  const { res } = ctx;
  if (ctx.method === 'HEAD') {
    ctx.set(headers);
    ctx.status = 200;
    return;
  }
  const stalled = (): void =>
    void ctx.app.emit('error', new ClientStalled('The client reads the messages of its stream too slowly.'), ctx);
  const stream = liveStreamOn(res, stalled);
  const begin = (position: number): void => {
    ctx.set(headers);
    ctx.status = 200;
    // Koa must not end the response while the stream is open.
    ctx.respond = false;
    ctx.state['answeredAt'] = performance.now();
    stream.begin(position);
  };
  const closed = await open({ ...stream, begin }, ctx.get('Last-Event-ID'));
  try {
    if (!res.closed) await once(res, 'close');
  } finally {
    closed();
  }
}

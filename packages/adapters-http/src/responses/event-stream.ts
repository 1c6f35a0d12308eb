import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { LiveStream } from '@portcullis/application/internal/ports/live-updates';
import type { LiveMessage } from '@portcullis/domain/internal/events/live-updates';
import type { Context } from 'koa';
import { ClientStalled } from './response-stream.ts';

/** Begins to send events on a new stream. Returns the function to call when the connection has closed. */
type OpenEvents = (stream: LiveStream, lastEventId: string) => Promise<() => void>;

/** A response of server-sent events. It ends when the client or the service closes it. */
export class EventStream {
  /**
   * Begins to send events. `lastEventId` is the `Last-Event-ID` header, or an empty string if the request has none. If
   * the promise rejects, nothing has been sent yet.
   */
  readonly open: OpenEvents;

  constructor(open: OpenEvents) {
    this.open = open;
  }
}

/**
 * Maximum number of messages that wait to be sent to a slow client. If more are waiting when the next message is
 * written, the connection is closed.
 */
const maxBehind = 64;
/** Time that browsers wait before they reconnect, in milliseconds: `least` plus a random part of `spread`. */
const retryMs = { least: 1000, spread: 4000 };

const textOf = ({ type, position, data }: LiveMessage): string =>
  `event: ${type}\nid: ${position}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Returns a stream that writes to a response. The headers of the response must be set before the first write.
 * @param stalled called if the client reads too slowly, before the connection is closed
 */
export function liveStreamOn(response: ServerResponse, stalled: () => void): LiveStream {
  let behind = 0;
  const write = (text: string, messages: number): void => {
    if (response.writableEnded || response.destroyed) return;
    if (behind > maxBehind) {
      stalled();
      response.destroy();
      return;
    }
    behind += messages;
    response.write(text, () => {
      behind -= messages;
    });
  };
  let lastId: number | undefined;
  /**
   * Returns the part of the stream that sets the client's last event id without a message. If the client already has
   * this id, returns only a comment.
   */
  const setId = (position: number): string => {
    if (position === lastId) return ':\n\n';
    lastId = position;
    return `id: ${position}\n\n`;
  };
  return {
    begin: (position) =>
      write(`retry: ${Math.round(retryMs.least + Math.random() * retryMs.spread)}\n${setId(position)}`, 1),
    send: (messages) => {
      lastId = messages.at(-1)?.position ?? lastId;
      write(messages.map(textOf).join(''), messages.length);
    },
    heartbeat: (position) => write(setId(position), 1),
    end: () => void response.end(),
  };
}

/** These headers tell proxies to forward each message immediately. The last header is for nginx. */
const streamHeaders = {
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
    ctx.set(streamHeaders);
    ctx.status = 200;
    return;
  }
  const stalled = (): void =>
    void ctx.app.emit('error', new ClientStalled('The client reads the messages of its stream too slowly.'), ctx);
  const stream = liveStreamOn(res, stalled);
  const begin = (position: number): void => {
    ctx.set(streamHeaders);
    ctx.status = 200;
    // Koa must not end the response while the stream is open.
    ctx.respond = false;
    ctx.state['respondedAt'] = performance.now();
    stream.begin(position);
  };
  const closed = await open({ ...stream, begin }, ctx.get('Last-Event-ID'));
  try {
    if (!res.closed) await once(res, 'close');
  } finally {
    closed();
  }
}

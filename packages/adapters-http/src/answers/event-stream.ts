import type { ServerResponse } from 'node:http';
import type { LiveStream } from '@portcullis/application';
import type { LiveMessage } from '@portcullis/domain';

/** Opens a stream on a connection. Returns the function to call when the connection has closed. */
type OpenEvents = (stream: LiveStream, lastEventId: string) => Promise<() => void>;

/** A response of server-sent events, which ends when the client or the service ends it. */
export class EventStream {
  /** `lastEventId` is the header of the request, or empty if the request has none. If the promise rejects, nothing has been sent yet. */
  readonly open: OpenEvents;

  constructor(open: OpenEvents) {
    this.open = open;
  }
}

/** Maximum number of messages that are written but not sent yet. Beyond it, the connection is closed. */
const maxBehind = 64;
/**
 * Time in milliseconds that browsers wait after an interruption before they open a stream again: `least` plus a random
 * part of `spread`.
 */
const retryMs = { least: 1000, spread: 4000 };

const textOf = ({ type, position, data }: LiveMessage): string =>
  `event: ${type}\nid: ${position}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Writes a stream to a response whose headers have been set.
 * @param stalled called before a connection is closed because its client reads too slowly
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
  /** Sets the last event id of the client, without a message. */
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

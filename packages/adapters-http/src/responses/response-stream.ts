import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** The error that is logged when a client stops reading a response, or reads a stream of events too slowly. */
export class ClientStalled extends Error {
  override readonly name = 'ClientStalled';
}

/** A text or bytes. */
type Piece = string | Uint8Array;

/**
 * Creates a response body that is produced only as fast as the client reads it. If the client reads nothing for
 * `stallMs` milliseconds, the connection is closed and `stalled` is called. The time spent on producing a piece does
 * not count.
 */
export function responseStream(
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
  response: ServerResponse,
  stallMs: number,
  stalled: (reason: ClientStalled) => void,
): Readable {
  let isProducing = true;
  async function* watched(): AsyncGenerator<Piece> {
    try {
      for await (const piece of pieces) {
        isProducing = false;
        timer.refresh();
        yield piece;
        isProducing = true;
      }
    } finally {
      // All pieces have been produced, but the client has not read the last piece yet, so the time limit applies again.
      isProducing = false;
      timer.refresh();
    }
  }
  const timer = setTimeout(() => {
    if (isProducing) {
      timer.refresh();
      return;
    }
    stalled(new ClientStalled('The client read nothing of the response for too long.'));
    response.destroy();
  }, stallMs);
  response.once('close', () => clearTimeout(timer));
  return Readable.from(watched());
}

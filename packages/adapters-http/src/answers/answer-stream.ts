import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** The reader of an answer took nothing of it for too long. */
export class ReaderStalled extends Error {
  override readonly name = 'ReaderStalled';
}

/**
 * A body that is made as fast as its reader takes it. When the reader takes nothing for `stallMs` milliseconds, its connection is
 * closed and `stalled` is called with the reason. The time in which the next piece is made does not count.
 */
export function answerStream(
  pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  response: ServerResponse,
  stallMs: number,
  stalled: (reason: ReaderStalled) => void,
): Readable {
  let isMaking = true;
  async function* watched(): AsyncGenerator<string | Buffer> {
    try {
      for await (const piece of pieces) {
        isMaking = false;
        timer.refresh();
        yield piece;
        isMaking = true;
      }
    } finally {
      // The last piece is still on its way.
      isMaking = false;
      timer.refresh();
    }
  }
  const timer = setTimeout(() => {
    if (isMaking) {
      timer.refresh();
      return;
    }
    stalled(new ReaderStalled('The reader took nothing of the answer for too long.'));
    response.destroy();
  }, stallMs);
  response.once('close', () => clearTimeout(timer));
  return Readable.from(watched());
}

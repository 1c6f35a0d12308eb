import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** The time for which lines are buffered before they are written, in milliseconds. */
const gatherMs = 10;
/** The pause before a write to a blocked output is repeated, in milliseconds. */
const retryMs = 50;
/** The maximum number of attempts when the process exits, which take a second. */
const lastTries = 20;
/** The maximum length of lines that wait for a slow reader, in UTF-16 units. Further ones are dropped, so that they do not fill the memory. */
const maxWaiting = 16 * 1024 * 1024;

const isBusy = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY';

/**
 * Gathers lines, because each write passes through a thread of libuv: a write for each turn of the event loop took a tenth
 * of the CPU time of a brief read. What is left is written when the process ends.
 *
 * Lines that cannot be written, to a full disk or after the reader has gone, are lost: a service without a log is better
 * than none. `pino.destination` would throw, and at the end of the process try for ever.
 */
export function lineOutput(fd: number): DestinationStream {
  let waiting = '';
  /** The part of a line that the output has not accepted yet. */
  let refused: Buffer | undefined;
  let isScheduled = false;

  function put(bytes: Buffer): void {
    write(fd, bytes, (error, written) => {
      if (error !== null && isBusy(error)) {
        refused = bytes;
        setTimeout(putWaiting, retryMs).unref();
      } else if (error === null && written < bytes.length) {
        put(bytes.subarray(written));
      } else {
        isScheduled = false;
        if (waiting !== '') schedule();
      }
    });
  }
  function putWaiting(): void {
    const bytes = refused ?? Buffer.from(waiting);
    if (refused === undefined) waiting = '';
    refused = undefined;
    put(bytes);
  }
  function schedule(): void {
    isScheduled = true;
    setTimeout(putWaiting, gatherMs);
  }
  process.once('exit', () => writeLast(fd, Buffer.concat([refused ?? Buffer.alloc(0), Buffer.from(waiting)])));
  return {
    write: (line) => {
      if (waiting.length > maxWaiting) return;
      waiting += line;
      if (!isScheduled) schedule();
    },
  };
}

/** Writes synchronously when the process exits, because the event loop does not run any more. */
function writeLast(fd: number, bytes: Buffer): void {
  let rest = bytes;
  for (let tries = 0; rest.length > 0 && tries < lastTries; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!(error instanceof Error) || !isBusy(error)) return;
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}

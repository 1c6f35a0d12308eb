import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** The time for which lines are buffered before they are written, in milliseconds. */
const bufferMs = 10;
/** The pause before a write to a blocked output is repeated, in milliseconds. */
const retryMs = 50;
/** Maximum number of attempts to write to a blocked output when the process exits. Together they take a second. */
const lastTries = 20;
/** Maximum total length of the waiting lines, in UTF-16 code units. Further lines are dropped, to limit the memory. */
const maxWaiting = 16 * 1024 * 1024;

const isBusy = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY';

/**
 * Buffers lines for 10 ms, because each write uses a thread of libuv. Writing in each iteration of the event loop
 * instead would take a tenth of the CPU time of a short read request. When the process exits, the rest of the buffer is
 * written.
 *
 * The service must continue to run if it cannot write its log, so lines are dropped if the disk is full or the reader
 * has closed the pipe. In these cases `pino.destination` would throw an error, and would retry forever when the process
 * exits.
 */
export function lineOutput(fd: number): DestinationStream {
  let waiting = '';
  /** The bytes that the output has not accepted yet. They may begin in the middle of a line. */
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
    setTimeout(putWaiting, bufferMs);
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

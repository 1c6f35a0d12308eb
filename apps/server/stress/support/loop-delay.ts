import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The delay of the event loop of a process, in milliseconds. */
export interface LoopDelay {
  readonly p99: number;
  readonly max: number;
}

/**
 * A server process loads this file before the code of the server. The file measures the delay of the event loop and the
 * memory in use, and sends them to the parent process on request.
 */
const resolutionMs = 5;
const histogram = monitorEventLoopDelay({ resolution: resolutionMs });

const inMs = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs);

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** Returns the memory in use, in bytes. */
function usedMemory(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

process.on('message', (question) => {
  if (question === 'memory') {
    process.send?.(usedMemory());
    return;
  }

  if (question === 'watch') {
    histogram.reset();
    histogram.enable();
  } else histogram.disable();
  const delay: LoopDelay = { p99: inMs(histogram.percentile(99)), max: inMs(histogram.max) };
  process.send?.(delay);
});

// The channel to the parent must not keep the process running.
process.channel?.unref();

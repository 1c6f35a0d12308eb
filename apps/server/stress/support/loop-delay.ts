import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late the event loop of a process was, in milliseconds. */
export interface LoopDelay {
  readonly p99: number;
  readonly max: number;
}

/** Loaded into a server process before its own code: tells whoever started it how its event loop fares. */
const resolutionMs = 5;
const histogram = monitorEventLoopDelay({ resolution: resolutionMs });

const inMs = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs);

process.on('message', (question) => {
  if (question === 'watch') {
    histogram.reset();
    histogram.enable();
  } else histogram.disable();
  const delay: LoopDelay = { p99: inMs(histogram.percentile(99)), max: inMs(histogram.max) };
  process.send?.(delay);
});

// The channel alone does not keep the process alive.
process.channel?.unref();

import { cpuMsOf, type Meter } from './cpu-time.ts';

/** What a job may use, in milliseconds. */
export interface JobLimits {
  /** CPU time of its thread. */
  readonly cpuMs: number;
  /** Time on the clock. */
  readonly clockMs: number;
}

/** The shortest time between two looks at a job, in milliseconds. */
const shortestPause = 10;

/** Calls `stop` once when the job passes a limit. @returns a function that ends the watch. */
export function watch(meter: Meter, { cpuMs, clockMs }: JobLimits, stop: () => void): () => void {
  const end = performance.now() + clockMs;
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    // A thread uses CPU time no faster than the clock runs, so nothing can happen before the rest has passed.
    const leftMs = Math.min(cpuMs - cpuMsOf(meter), end - performance.now());
    if (leftMs <= 0) stop();
    else timer = setTimeout(check, Math.max(shortestPause, leftMs));
  };
  check();
  return () => clearTimeout(timer);
}

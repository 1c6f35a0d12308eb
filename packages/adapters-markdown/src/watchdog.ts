import { cpuMsOf, type Meter } from './cpu-time.ts';

/** Limits of a job in milliseconds. */
export interface JobLimits {
  /** CPU time of the worker thread. */
  readonly cpuMs: number;
  /** Wall-clock time. */
  readonly clockMs: number;
}

/** Minimum time between two checks, in milliseconds. */
const shortestPause = 10;

/** Calls `stop` once when the job exceeds a limit. Returns a function that ends the checks. */
export function watch(meter: Meter, { cpuMs, clockMs }: JobLimits, stop: () => void): () => void {
  const end = performance.now() + clockMs;
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    // The CPU time of a thread cannot increase faster than wall-clock time, so the job cannot exceed either limit
    // before `leftMs` milliseconds have passed.
    const leftMs = Math.min(cpuMs - cpuMsOf(meter), end - performance.now());
    if (leftMs <= 0) stop();
    else timer = setTimeout(check, Math.max(shortestPause, leftMs));
  };
  check();
  return () => clearTimeout(timer);
}

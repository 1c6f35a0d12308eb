import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';

export interface WorkersOptions {
  readonly config: Pick<Config, 'databaseUrl'>;
  /** A signal that is aborted when the service has to stop. */
  readonly stopping: AbortSignal;
  readonly log: Pick<Logger, 'error'>;
}

const firstPauseMs = 100;
const longestPauseMs = 30_000;
/** The end of a worker that has run for this time, in milliseconds, does not count as a failed start. */
const settledMs = 60_000;

/**
 * Returns the pause before a worker is replaced, in milliseconds. While workers end soon after their start, it doubles
 * each time, up to `longestPauseMs`.
 */
export const backoffMs = (pauseMs: number | undefined, livedMs: number): number =>
  pauseMs === undefined || livedMs >= settledMs ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs);

/**
 * Runs `count` worker processes with the command line of this process. They share one port, and a worker that ends is
 * replaced. When `stopping` is aborted, the workers are stopped and awaited; they also end if this process dies.
 * @returns the exit code of the first worker if it ended before it listened, otherwise 0
 * @throws {ConfigError} if `count` is greater than 1 with the embedded database, which only one process can use
 */
export async function runWorkers(count: number, options: WorkersOptions): Promise<number> {
  const { config, stopping, log } = options;
  if (config.databaseUrl === undefined && count > 1) {
    throw new ConfigError(
      'DATABASE_URL takes an address of PostgreSQL: the embedded database serves one process only.',
    );
  }
  // Each worker accepts its own connections. A connection that the supervisor passed to an ending worker would be lost.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // The other workers start when the first worker listens, so only the first worker waits for the database, migrates
  // it, and reports configuration errors.
  const first = startWorker(stopping);
  const firstCode = await Promise.race([once(first, 'listening').then(() => undefined), exitOf(first)]);
  if (firstCode !== undefined) return firstCode;
  // No further worker is started, because a worker that starts after the abort would never get SIGTERM.
  if (stopping.aborted) {
    await exitOf(first);
    return 0;
  }
  const rest = Array.from({ length: count - 1 }, () => startWorker(stopping));
  await Promise.all([first, ...rest].map((worker) => keepRunning(worker, stopping, log)));
  return 0;
}

function startWorker(stopping: AbortSignal): Worker {
  const worker = cluster.fork();
  const stop = (): void => void worker.process.kill('SIGTERM');
  stopping.addEventListener('abort', stop);
  worker.once('exit', () => stopping.removeEventListener('abort', stop));
  return worker;
}

/** Resolves with the exit code of the worker, or with 1 if a signal has ended the worker. */
async function exitOf(worker: Worker): Promise<number> {
  const [code]: (number | null)[] = await once(worker, 'exit');
  return code ?? 1;
}

/** Keeps one worker running until `stopping` is aborted: whenever the worker ends, a new worker replaces it. */
async function keepRunning(first: Worker, stopping: AbortSignal, log: WorkersOptions['log']): Promise<void> {
  let pauseMs: number | undefined;
  for (let worker = first; ; worker = startWorker(stopping)) {
    const started = performance.now();
    const code = await exitOf(worker);
    if (stopping.aborted) return;
    pauseMs = backoffMs(pauseMs, performance.now() - started);
    log.error({ pid: worker.process.pid, code }, `A worker ended; it is replaced in ${pauseMs / 1000} s.`);
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
  }
}

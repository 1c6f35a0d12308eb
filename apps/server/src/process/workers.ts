import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';

export interface WorkersOptions {
  readonly config: Pick<Config, 'databaseUrl'>;
  /** Aborted when the service is to end. */
  readonly stopping: AbortSignal;
  readonly log: Pick<Logger, 'error'>;
}

const firstPauseMs = 100;
const longestPauseMs = 30_000;
/** A worker that lived so long did not die of its start. */
const settledMs = 60_000;

/** The pause before a worker is replaced. It grows while workers die young, so that a crash loop does not exhaust the machine. */
export const backoffMs = (pauseMs: number | undefined, livedMs: number): number =>
  pauseMs === undefined || livedMs >= settledMs ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs);

/**
 * Keeps `count` processes that run the command line of this one, and listen together where it says: one that dies is
 * replaced. When told to stop it tells them, and waits until they have ended; they end with this process in any case.
 * Answers the exit code: that of the first worker where it did not come so far as to listen, else 0.
 * Throws `ConfigError` with the embedded database, which one process uses.
 */
export async function runWorkers(count: number, options: WorkersOptions): Promise<number> {
  const { config, stopping, log } = options;
  if (config.databaseUrl === undefined && count > 1) {
    throw new ConfigError(
      'DATABASE_URL takes an address of PostgreSQL: the embedded database serves one process only.',
    );
  }
  // Each takes its connections itself: one that this process handed to a worker that just died would hang for good.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // The others start when it listens: until then it waits for the database and migrates, and reports what is wrong for all.
  const first = startWorker(stopping);
  const firstCode = await Promise.race([once(first, 'listening').then(() => undefined), exitOf(first)]);
  if (firstCode !== undefined) return firstCode;
  // A worker that starts after the stop would never be told to end.
  if (stopping.aborted) {
    await exitOf(first);
    return 0;
  }
  const rest = Array.from({ length: count - 1 }, () => startWorker(stopping));
  await Promise.all([first, ...rest].map((worker) => keep(worker, stopping, log)));
  return 0;
}

function startWorker(stopping: AbortSignal): Worker {
  const worker = cluster.fork();
  const stop = (): void => void worker.process.kill('SIGTERM');
  stopping.addEventListener('abort', stop);
  worker.once('exit', () => stopping.removeEventListener('abort', stop));
  return worker;
}

/** The exit code; 1 after a signal. */
async function exitOf(worker: Worker): Promise<number> {
  const [code]: (number | null)[] = await once(worker, 'exit');
  return code ?? 1;
}

/** Replaces a worker and its replacements until `stopping` is aborted. */
async function keep(first: Worker, stopping: AbortSignal, log: WorkersOptions['log']): Promise<void> {
  let pauseMs: number | undefined;
  for (let worker = first; ; worker = startWorker(stopping)) {
    const started = performance.now();
    const code = await exitOf(worker);
    if (stopping.aborted) return;
    pauseMs = backoffMs(pauseMs, performance.now() - started);
    log.error({ pid: worker.process.pid, code }, `A worker ended; another takes its place in ${pauseMs / 1000} s.`);
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
  }
}

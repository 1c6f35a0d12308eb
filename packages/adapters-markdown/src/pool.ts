import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { createMeter } from './cpu-time.ts';
import { RendererBusy, RenderTimeout } from './errors.ts';
import type { WorkerSettings } from './convert.ts';
import { watch, type JobLimits } from './watchdog.ts';
import { packInSlices, type Job, type Results, type Task } from './thread-messages.ts';

/** A pool of worker threads with a queue of waiting jobs. Each thread runs one job at a time. */
export interface Pool {
  /** Runs a job on a text in a worker thread. Rejects with `RendererBusy` or `RenderTimeout`. */
  readonly run: <J extends Job>(job: J, text: string, pictures?: Task['pictures']) => Promise<Results[J]>;
  readonly load: () => Load;
  /** Waits for accepted jobs, then stops the threads. */
  readonly close: () => Promise<void>;
}

/** The numbers of running and waiting jobs. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
}

export interface PoolSettings {
  readonly threads: number;
  /**
   * Number of threads that stay alive when they are idle. Other threads end after a minute without a job and free their
   * memory.
   */
  readonly keptThreads: number;
  readonly maxWaiting: number;
  readonly limits: JobLimits;
  readonly heapMegabytes: number;
  readonly worker: WorkerSettings;
  /** The module that exports the jobs. */
  readonly module: URL;
}

/** The methods of Piscina that this module uses, with the result type of each job. */
interface Threads {
  readonly run: <J extends Job>(task: Task, options: RunOptions & { readonly name: J }) => Promise<Results[J]>;
  readonly destroy: () => Promise<void>;
}

type RunOptions = NonNullable<Parameters<Piscina<Task>['run']>[1]>;

const idleMs = 60_000;
/** Maximum time that a job waits for a thread, in milliseconds. */
const maxWaitMs = 60_000;
/**
 * Niceness of the worker threads. If all cores are busy, Linux gives each worker thread a third of the CPU time that
 * the main thread gets.
 */
const niceness = 5;
/** Size of the young generation in the heap of a thread, in megabytes. */
const youngMegabytes = 48;

export function createPool(settings: PoolSettings): Pool {
  const { threads, maxWaiting, limits } = settings;
  const piscina = new Piscina<Task>({
    filename: settings.module.href,
    workerData: settings.worker,
    minThreads: settings.keptThreads,
    maxThreads: threads,
    idleTimeout: idleMs,
    niceIncrement: niceness,
    resourceLimits: {
      maxOldGenerationSizeMb: settings.heapMegabytes - youngMegabytes,
      maxYoungGenerationSizeMb: youngMegabytes,
    },
  });
  // An error here means that a worker exited between two jobs. No job fails, because the next job gets a new thread.
  piscina.on('error', () => undefined);
  const workers: Threads = piscina;
  // Piscina's own queue is not used, so that the time in the queue does not count towards the limits of a job.
  const queue = pLimit(threads);
  const accepted = new Set<Promise<unknown>>();

  const start = async <J extends Job>(job: J, text: string, pictures: Task['pictures']): Promise<Results[J]> => {
    const source = await packInSlices(text);
    const meter = createMeter();
    const stopping = new AbortController();
    // Piscina terminates and replaces the thread of an aborted job, even while the thread executes a regular
    // expression.
    const endWatch = watch(meter, limits, () => stopping.abort());
    try {
      const options = { name: job, transferList: [source.bytes.buffer], signal: stopping.signal };
      return await workers.run({ source, meter, ...(pictures && { pictures }) }, options);
    } catch (error) {
      if (!isPastLimits(error)) throw error;
      throw new RenderTimeout('The document takes too long to convert.', { cause: error });
    } finally {
      endWatch();
    }
  };

  return {
    run: async (job, text, pictures) => {
      if (queue.activeCount >= threads && queue.pendingCount >= maxWaiting) {
        throw new RendererBusy('Too many documents wait to be converted.');
      }
      let isRefused = false;
      let refuseTimer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        refuseTimer = setTimeout(() => {
          isRefused = true;
          reject(new RendererBusy('No thread became free in time.'));
        }, maxWaitMs);
      });
      const work = queue(async () => {
        clearTimeout(refuseTimer);
        return isRefused ? tooLate : start(job, text, pictures);
      });
      accepted.add(work);
      try {
        return await Promise.race([work, tooLate]);
      } finally {
        accepted.delete(work);
      }
    },
    load: () => ({ running: queue.activeCount, waiting: queue.pendingCount }),
    close: async () => {
      await Promise.allSettled(accepted);
      await workers.destroy();
    },
  };
}

const isPastLimits = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { createMeter } from './cpu-time.ts';
import { RendererBusy, RenderTimeout } from './errors.ts';
import type { WorkerSettings } from './worker.ts';
import { watch, type JobLimits } from './watchdog.ts';
import { packInSlices, type Job, type Results, type Task } from './wire.ts';

/** Worker threads that run one job at a time each, and a queue of waiting jobs. */
export interface Pool {
  /** Runs a job on a text in a worker thread. Rejects with `RendererBusy` or `RenderTimeout`. */
  readonly run: <J extends Job>(job: J, text: string) => Promise<Results[J]>;
  readonly load: () => Load;
  /** Waits for accepted jobs, then stops the threads. */
  readonly close: () => Promise<void>;
}

/** Numbers of jobs. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
}

export interface PoolSettings {
  readonly threads: number;
  /** Number of threads that are kept when idle. The others end after a minute and free their memory. */
  readonly keptThreads: number;
  readonly maxWaiting: number;
  readonly limits: JobLimits;
  readonly heapMegabytes: number;
  readonly worker: WorkerSettings;
  /** The module that exports the jobs. */
  readonly module: URL;
}

/** The part of Piscina that is used, with the result type of each job. */
interface Threads {
  readonly run: <J extends Job>(task: Task, options: RunOptions & { readonly name: J }) => Promise<Results[J]>;
  readonly destroy: () => Promise<void>;
}

type RunOptions = NonNullable<Parameters<Piscina<Task>['run']>[1]>;

const idleMs = 60_000;
/**
 * Lowers the priority of conversions: with this niceness, Linux gives a thread a third of the event loop's CPU share.
 */
const niceness = 5;
/** Size of the young generation of a thread's heap. */
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
  // A worker that exits between two jobs affects no job, because the next one gets a new thread.
  piscina.on('error', () => undefined);
  const workers: Threads = piscina;
  // Piscina's own queue is not used, so that the limits count from the start of a job.
  const queue = pLimit(threads);
  const accepted = new Set<Promise<unknown>>();

  const start = async <J extends Job>(job: J, text: string): Promise<Results[J]> => {
    const source = await packInSlices(text);
    const meter = createMeter();
    const stopping = new AbortController();
    // Piscina terminates and replaces the thread of an aborted job, even inside a regular expression.
    const endWatch = watch(meter, limits, () => stopping.abort());
    try {
      const options = { name: job, transferList: [source.bytes.buffer], signal: stopping.signal };
      return await workers.run({ source, meter }, options);
    } catch (error) {
      if (!isPastLimits(error)) throw error;
      throw new RenderTimeout('The document takes too long to convert.', { cause: error });
    } finally {
      endWatch();
    }
  };

  return {
    run: async (job, text) => {
      if (queue.activeCount >= threads && queue.pendingCount >= maxWaiting) {
        throw new RendererBusy('Too many documents wait to be converted.');
      }
      const work = queue(() => start(job, text));
      accepted.add(work);
      try {
        return await work;
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

import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { createMeter } from './cpu-time.ts';
import { RendererBusy, RenderTimeout } from './errors.ts';
import type { WorkerSettings } from './worker.ts';
import { watch, type JobLimits } from './watchdog.ts';
import { packInSlices, type Job, type Results, type Task } from './wire.ts';

/** Worker threads that do one job each at a time, and a queue of jobs that wait for a thread. */
export interface Pool {
  /** Does a job with a text. @throws {RendererBusy | RenderTimeout} */
  readonly run: <J extends Job>(job: J, text: string) => Promise<Results[J]>;
  readonly load: () => Load;
  /** Waits for the jobs that have been accepted, then ends the threads. */
  readonly close: () => Promise<void>;
}

/** Numbers of jobs. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
}

export interface PoolSettings {
  readonly threads: number;
  /** Threads that are kept when idle; the others end after a minute and free the memory they grew to. */
  readonly keptThreads: number;
  readonly maxWaiting: number;
  readonly limits: JobLimits;
  readonly heapMegabytes: number;
  readonly worker: WorkerSettings;
  /** The module with the jobs. */
  readonly module: URL;
}

/** Piscina, with the result that belongs to each job. */
interface Threads {
  readonly run: <J extends Job>(task: Task, options: RunOptions & { readonly name: J }) => Promise<Results[J]>;
  readonly destroy: () => Promise<void>;
}

type RunOptions = NonNullable<Parameters<Piscina<Task>['run']>[1]>;

const idleMs = 60_000;
/** Requests come before conversions when cores are short: Linux gives such a thread a third of the event loop's weight. */
const niceness = 5;
/** The part of a thread's heap that V8 may use for young objects. */
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
  // A worker that dies between two jobs affects no job: the next one gets a new thread.
  piscina.on('error', () => undefined);
  const workers: Threads = piscina;
  // The queue is not Piscina's, so that the limits count from the start of a job.
  const queue = pLimit(threads);
  const accepted = new Set<Promise<unknown>>();

  const start = async <J extends Job>(job: J, text: string): Promise<Results[J]> => {
    const source = await packInSlices(text);
    const meter = createMeter();
    const stopping = new AbortController();
    // Piscina ends the thread of a job that is aborted, even inside a regular expression, and replaces it.
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

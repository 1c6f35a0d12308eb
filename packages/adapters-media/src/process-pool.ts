import PQueue from 'p-queue';
import { type MediaProcess, ProcessKilled, startProcess } from './child-process.ts';
import type { JobLimits, Results, Task } from './messages.ts';
import { Refused } from './refused.ts';

/** Processes that run tasks, with a queue of waiting tasks. */
export interface ProcessPool {
  /**
   * Runs a task.
   * @throws {Refused}
   */
  readonly run: <T extends Task>(task: T) => Promise<Results[T['job']]>;
  /** @throws {Refused} media-busy, if the queue is full */
  readonly requireCapacity: () => void;
  readonly load: () => Load;
  /** Waits for accepted tasks, then ends the processes. */
  readonly close: () => Promise<void>;
}

/** The numbers of running and waiting tasks. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
}

export interface PoolSettings extends JobLimits {
  readonly clockMs: number;
  /** Maximum number of processes. */
  readonly processes: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Time after which a process without a task is ended, in milliseconds. */
  readonly idleMs: number;
}

/** A person waits for an upload, so it comes before variants, which are made in the background. */
const priorities: Readonly<Record<Task['job'], number>> = { prepare: 1, variants: 0 };

export function createPool(settings: PoolSettings): ProcessPool {
  const { maxPixels, cpuMs, memoryBytes, clockMs, processes, maxWaiting, maxWaitMs, idleMs } = settings;
  const queue = new PQueue({ concurrency: processes });
  const idle: { readonly process: MediaProcess; readonly timer: NodeJS.Timeout }[] = [];

  const take = async (): Promise<MediaProcess> => {
    const last = idle.pop();
    clearTimeout(last?.timer);
    if (last?.process.isUsable()) return last.process;
    return startProcess({ maxPixels, cpuMs, memoryBytes }, clockMs);
  };
  const keep = (process: MediaProcess): void => {
    if (!process.isUsable()) {
      process.end();
      return;
    }
    const entry = { process, timer: setTimeout(() => drop(entry), idleMs).unref() };
    idle.push(entry);
  };
  const drop = (entry: (typeof idle)[number]): void => {
    idle.splice(idle.indexOf(entry), 1);
    entry.process.end();
  };
  const execute = async <T extends Task>(task: T, isRepeated = false): Promise<Results[T['job']]> => {
    const process = await take();
    try {
      return await process.run(task);
    } catch (error) {
      if (!(error instanceof ProcessKilled)) throw error;
      if (isRepeated)
        throw new Refused('media-busy', 'The file could not be processed. Please try again.', { cause: error });
      return await execute(task, true);
    } finally {
      keep(process);
    }
  };
  const requireCapacity = (): void => {
    if (queue.pending >= processes && queue.size >= maxWaiting) {
      throw new Refused('media-busy', 'Too many files are being processed. Please try again soon.');
    }
  };

  return {
    requireCapacity,
    run: async <T extends Task>(task: T): Promise<Results[T['job']]> => {
      requireCapacity();
      const waiting = new AbortController();
      const timer = setTimeout(() => {
        waiting.abort(new Refused('media-busy', 'No other file was finished in time. Please try again soon.'));
      }, maxWaitMs);
      const start = (): Promise<Results[T['job']]> => {
        clearTimeout(timer);
        return execute(task);
      };
      return queue.add(start, { priority: priorities[task.job], signal: waiting.signal });
    },
    load: () => ({ running: queue.pending, waiting: queue.size }),
    close: async () => {
      await queue.onIdle();
      for (const { process, timer } of idle.splice(0)) {
        clearTimeout(timer);
        process.end();
      }
    },
  };
}

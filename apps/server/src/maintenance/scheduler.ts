import type { Logger } from 'pino';

/** Processes one batch and returns its size. The scheduler calls it again until the size is 0. */
type MaintenanceJob = () => Promise<number>;

/** The jobs by name. Log entries about a job contain its name. */
export type MaintenanceJobs = Readonly<Record<string, MaintenanceJob>>;

export interface Scheduler {
  /** Stops the scheduler: it starts no further job. Resolves when the running job has ended. */
  readonly stop: () => Promise<void>;
}

/** The default interval, in milliseconds. */
const tenMinutes = 10 * 60_000;

/**
 * Runs the jobs one after another, immediately and then at an interval. Every process runs all jobs, so a job must
 * tolerate that another process runs it at the same time. A failed job is logged and runs again in the next round.
 */
export function startScheduler(jobs: MaintenanceJobs, log: Logger, intervalMs = tenMinutes): Scheduler {
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  let running = runAll();

  async function runAll(): Promise<void> {
    for (const [name, job] of Object.entries(jobs)) {
      await runToEnd(job).then(
        (done) => done > 0 && log.info({ job: name, done }, 'maintenance'),
        (error: unknown) => log.warn({ job: name, err: error }, 'maintenance failed'),
      );
    }
    if (!stopping.signal.aborted) timer = setTimeout(startRound, intervalMs);
  }

  async function runToEnd(job: MaintenanceJob): Promise<number> {
    let total = 0;
    for (let done = 1; done > 0 && !stopping.signal.aborted; total += done) done = await job();
    return total;
  }

  function startRound(): void {
    running = runAll();
  }

  return {
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
      return running;
    },
  };
}

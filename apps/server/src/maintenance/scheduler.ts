import type { Logger } from 'pino';
import { startLoop, type Loop } from './loop.ts';

/** Processes one batch and returns its size. The scheduler calls it again until the size is 0. */
type MaintenanceJob = () => Promise<number>;

/** The jobs by name. Log entries about a job contain its name. */
export type MaintenanceJobs = Readonly<Record<string, MaintenanceJob>>;

/** The default interval, in milliseconds. */
const tenMinutes = 10 * 60_000;

/**
 * Runs the jobs one after another, immediately and then at an interval. Every process runs all jobs, so a job must
 * tolerate that another process runs it at the same time. A failed job is logged and runs again in the next round.
 * @returns a function that stops the scheduler, and resolves when the running job has ended
 */
export function startScheduler(jobs: MaintenanceJobs, log: Logger, intervalMs = tenMinutes): Loop['stop'] {
  const { stop } = startLoop(async ({ isStopping }) => {
    for (const [name, job] of Object.entries(jobs)) {
      await runToEnd(job, isStopping).then(
        (done) => done > 0 && log.info({ job: name, done }, 'maintenance'),
        (error: unknown) => log.warn({ job: name, err: error }, 'maintenance failed'),
      );
    }
    return intervalMs;
  });
  return stop;
}

async function runToEnd(job: MaintenanceJob, isStopping: () => boolean): Promise<number> {
  let total = 0;
  for (let done = 1; done > 0 && !isStopping(); total += done) done = await job();
  return total;
}

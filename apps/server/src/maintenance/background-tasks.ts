import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { CloseSteps } from '../process/shutdown.ts';
import type { Services } from '../wiring/services.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { maintenanceJobs, mediaJobs, mediaSweepMs, scheduleJobs } from './jobs.ts';
import { startLiveFeed } from './live-feed.ts';
import { startScheduler } from './scheduler.ts';
import { startVariantWorker } from './variant-worker.ts';

/**
 * Starts everything that a process does without a request.
 * @param closing gets the steps that stop the tasks
 */
export function startBackgroundTasks(services: Services, config: Config, log: Logger, closing: CloseSteps): void {
  const { database, liveUpdates, eventWakeUp, makeVariants, mediaWakeUp } = services;
  const { scheduleSweepMs } = config;
  closing.push(startLiveFeed({ liveUpdates, wakeUp: eventWakeUp, signals: database.signals, log }).stop);
  closing.push(startScheduler(maintenanceJobs(services, database, config, log), log).stop);
  closing.push(startScheduler(mediaJobs(services), log, mediaSweepMs).stop);
  if (config.deliveries) {
    const worker = startDeliveryWorker({
      queueEvents: services.queueEvents,
      work: services.sendDeliveries,
      deliveries: services.deliveries,
      wakeUp: services.deliveryWakeUp,
      log,
    });
    closing.push(worker.stop);
  }
  closing.push(startVariantWorker({ makeVariants, wakeUp: mediaWakeUp, log }));
  if (scheduleSweepMs > 0) closing.push(startScheduler(scheduleJobs(services), log, scheduleSweepMs).stop);
}

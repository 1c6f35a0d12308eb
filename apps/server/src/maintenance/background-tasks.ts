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
  closing.push(startLiveFeed({ liveUpdates, wakeUp: eventWakeUp, signals: database.signals, log }));
  closing.push(startScheduler(maintenanceJobs(services, database, config, log), log));
  closing.push(startScheduler(mediaJobs(services), log, mediaSweepMs));
  if (config.deliveries) {
    const { queueEvents, sendDeliveries: work, deliveries, deliveryWakeUp: wakeUp } = services;
    closing.push(startDeliveryWorker({ queueEvents, work, deliveries, wakeUp, log }));
  }
  closing.push(startVariantWorker({ makeVariants, wakeUp: mediaWakeUp, log }));
  if (scheduleSweepMs > 0) closing.push(startScheduler(scheduleJobs(services), log, scheduleSweepMs));
}

import { connectDatabase, useDatabase, type Database } from '@portcullis/adapters-persistence/internal/database';
import { auditMonths, eventMonths } from '@portcullis/adapters-persistence/internal/events/months';
import { viewsOf } from '@portcullis/adapters-persistence/internal/views';
import { expiringNames, removeExpired } from '@portcullis/application/internal/retention/remove-expired';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Services } from '../wiring/services.ts';
import type { MaintenanceJobs } from './scheduler.ts';

/**
 * Returns the jobs that record what has happened because a time has passed: due transitions of scheduled contents, and
 * ends of roles of users. The jobs run often, because only they add the events.
 */
export const scheduleJobs = (services: Services): MaintenanceJobs => ({
  'store due transitions': services.storeDueTransitions,
  'record ended grants': services.recordEndedGrants,
});

/** How often a process lists the store of files, in milliseconds. A list of all files takes long, and can cost money. */
export const mediaSweepMs = 24 * 3_600_000;

/** Returns the jobs that remove the bytes of files that processes have left when they were killed. */
export const mediaJobs = ({ sweepMedia }: Pick<Services, 'sweepMedia'>): MaintenanceJobs => ({
  'remove files without a row': sweepMedia,
});

/**
 * Returns the jobs of a process. The jobs that remove old months of audit records and events are included only if they
 * are configured (docs/operations.md, Retention).
 */
export function maintenanceJobs(
  services: Services,
  { dataSource, reader }: Database,
  { databaseOwnerUrl, auditRetentionMs, eventRetentionMs }: Config,
  log: Logger,
): MaintenanceJobs {
  const { clock } = services;
  const remove = removeExpired(services);
  const removals = expiringNames.map((name) => [`remove ${name}`, () => remove(name)] as const);
  const jobs: MaintenanceJobs = {
    ...Object.fromEntries(removals),
    'remove old revisions': services.removeOldRevisions,
    'purge removed contents': services.purgeDueContents,
    'index contents for the search': services.indexContents,
    'prepare audit months': () => auditMonths(dataSource).prepare(clock.now()),
    'prepare event months': () => eventMonths(dataSource).prepare(clock.now()),
    // Reading the last position assigns positions to new events. Otherwise they would get positions only at the next
    // read of the event log.
    'number events': async () => {
      await viewsOf(reader).events.lastPosition();
      return 0;
    },
  };
  /**
   * Returns the job that removes old months, or no job if the removal is not configured. The job connects to the
   * database as the owner of the tables.
   */
  const removal = (name: string, monthsOf: typeof eventMonths, retentionMs: number | undefined): MaintenanceJobs => {
    if (databaseOwnerUrl === undefined || retentionMs === undefined) return {};
    return {
      [`remove ${name} months`]: async () => {
        const before = new Date(clock.now().getTime() - retentionMs);
        const owner = connectDatabase({ url: databaseOwnerUrl, poolSize: 1 });
        const month = await useDatabase(owner, (database) => monthsOf(database.dataSource).removeOldest(before));
        if (month !== undefined) log.info(month, `${name} records removed`);
        return month === undefined ? 0 : 1;
      },
    };
  };
  return {
    ...jobs,
    ...removal('audit', auditMonths, auditRetentionMs),
    ...removal('event', eventMonths, eventRetentionMs),
  };
}

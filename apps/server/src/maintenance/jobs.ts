import { auditMonths, connectDatabase, type Database } from '@portcullis/adapters-persistence';
import { removeExpiredSessions, removeOldLoginAddresses } from '@portcullis/application';
import type { Container } from 'inversify';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { useCaseOf, valueOf } from '../wiring/provide.ts';
import * as ports from '../wiring/ports.ts';
import type { MaintenanceJobs } from './scheduler.ts';

/** The jobs of a process; the removal of audit months only if the configuration enables it (docs/operations.md, Retention). */
export function maintenanceJobs(
  container: Container,
  { dataSource }: Database,
  { databaseOwnerUrl, auditRetentionMs }: Config,
  log: Logger,
): MaintenanceJobs {
  const clock = valueOf(container, ports.CLOCK);
  const jobs: MaintenanceJobs = {
    'remove expired sessions': useCaseOf(container, removeExpiredSessions),
    'remove old login addresses': useCaseOf(container, removeOldLoginAddresses),
    'prepare audit months': () => auditMonths(dataSource).prepare(clock.now()),
  };
  if (databaseOwnerUrl === undefined || auditRetentionMs === undefined) return jobs;
  return {
    ...jobs,
    'remove audit months': async () => {
      const owner = await connectDatabase({ url: databaseOwnerUrl, poolSize: 1 });
      try {
        const before = new Date(clock.now().getTime() - auditRetentionMs);
        const month = await auditMonths(owner.dataSource).removeOldest(before);
        if (month !== undefined) log.info(month, 'audit records removed');
        return month === undefined ? 0 : 1;
      } finally {
        await owner.close();
      }
    },
  };
}

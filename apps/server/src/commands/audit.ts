import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { auditMonths, openDatabase, type Month, type Months } from '@portcullis/adapters-persistence';
import type { AuditViews } from '@portcullis/application';
import { readConfig } from '../config/config.ts';
import { databaseOptions } from '../wiring/database-options.ts';
import { valueOf } from '../wiring/provide.ts';
import * as ports from '../wiring/ports.ts';
import { say } from './say.ts';
import { withService } from './with-service.ts';

/** The number of records that are held in memory at once. */
const batch = 1000;

/** Writes the records older than `before` to standard output, as one JSON object a line in the format of GET /api/audit-logs. */
export const exportAudit = ({ before }: { readonly before: Date }): Promise<void> =>
  withService((container) =>
    pipeline(Readable.from(linesOf(valueOf(container, ports.AUDIT_VIEWS), before)), process.stdout, { end: false }),
  );

async function* linesOf(audit: AuditViews, before: Date): AsyncGenerator<string> {
  for (let records = await audit.before(before, batch); records.length > 0; ) {
    yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
    records = await audit.before(before, batch, records.at(-1));
  }
}

/** Removes the months that end at or before `before`. Connects as the role that owns the tables, since no other may do it. */
export async function removeAudit({
  before,
  dryRun = false,
}: {
  readonly before: Date;
  readonly dryRun?: boolean;
}): Promise<void> {
  const { url, ownerUrl = url, ...options } = databaseOptions(readConfig(process.env, { serves: false }));
  const { dataSource, close } = await openDatabase({ ...options, url: ownerUrl });
  try {
    const months = auditMonths(dataSource);
    let count = 0;
    for await (const month of dryRun ? await months.endedBy(before) : removeEach(months, before)) {
      say(`${dryRun ? 'Would remove' : 'Removed'} ${nameOf(month)}`);
      count += 1;
    }
    if (count === 0) say('There is nothing to remove: no month of records ends at or before this date.');
  } finally {
    await close();
  }
}

async function* removeEach(months: Months, before: Date): AsyncGenerator<Month> {
  for (let month = await months.removeOldest(before); month !== undefined; ) {
    yield month;
    month = await months.removeOldest(before);
  }
}

const nameOf = ({ name, until }: Month): string => `${name}: records before ${until.toISOString().slice(0, 10)}`;

import { openDatabase, useDatabase } from '@portcullis/adapters-persistence/internal/database';
import type { eventMonths, Month, Months } from '@portcullis/adapters-persistence/internal/events/months';
import { readConfig } from '../config/config.ts';
import { databaseOptions } from '../wiring/database.ts';
import { say, type Terminal } from './terminal.ts';

export interface Removal {
  readonly before: Date;
  readonly dryRun?: boolean;
}

/**
 * Removes the audit records or events of the months that end at or before `before`. With `dryRun`, it only lists these
 * months. It connects to the database as the owner of the tables, because only the owner may remove months.
 */
export async function removeMonths(
  terminal: Terminal,
  monthsOf: typeof eventMonths,
  { before, dryRun = false }: Removal,
): Promise<void> {
  const { url, ownerUrl = url, ...options } = databaseOptions(readConfig(terminal.env, { serves: false }));
  await useDatabase(openDatabase({ ...options, url: ownerUrl }), async ({ dataSource }) => {
    const months = monthsOf(dataSource);
    let count = 0;
    for await (const month of dryRun ? await months.endedBy(before) : removeEach(months, before)) {
      say(terminal, `${dryRun ? 'Would remove' : 'Removed'} ${nameOf(month)}`);
      count += 1;
    }
    if (count === 0) say(terminal, 'There is nothing to remove: no month of records ends at or before this date.');
  });
}

async function* removeEach(months: Months, before: Date): AsyncGenerator<Month> {
  for (let month = await months.removeOldest(before); month !== undefined; ) {
    yield month;
    month = await months.removeOldest(before);
  }
}

const nameOf = ({ name, until }: Month): string => `${name}: records before ${until.toISOString().slice(0, 10)}`;

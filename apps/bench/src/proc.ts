import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** Linux counts in hundredths of a second. */
const usPerTick = 10_000;
const kilobytesPerMegabyte = 1024;

/** User and system time of a process in microseconds; 0 for one that is gone or on another machine. */
export function cpuUs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces; user and system time are the 12th and 13th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * usPerTick;
  } catch {
    return 0;
  }
}

/** The same of every backend of the bench's database but its own; vacuuming, which comes when it comes, is no client's. */
export async function backendsCpuUs(db: Client): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  return new Map(rows.map(({ pid }) => [pid, cpuUs(pid)]));
}

const quietMs = { step: 20, most: 5000 };

/** Waits until PostgreSQL has done what was asked of it: what one server left must not be counted to the next. */
export async function quiet(db: Client): Promise<void> {
  for (let waited = 0; waited < quietMs.most; waited += quietMs.step) {
    const { rows } = await db.query<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
    );
    if (rows[0]?.busy === 0) return;
    await sleep(quietMs.step);
  }
}

/** What was spent between two samples; a backend that is new began at nothing. */
export const spentUs = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, us]) => sum + us - (before.get(pid) ?? 0), 0);

/** Resident size in megabytes. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / kilobytesPerMegabyte;
}

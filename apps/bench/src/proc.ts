import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const nsPerUs = 1000;
const kilobytesPerMegabyte = 1024;

/** CPU time in nanoseconds by thread id. Threads and processes share one range of ids. */
type ThreadTimes = ReadonlyMap<number, number>;

/**
 * Returns the user and system time of each thread of a process, from `/proc/<pid>/task/<tid>/schedstat`.
 * `/proc/<pid>/schedstat` would contain only the time of the first thread. The process must run on this machine. If it
 * has ended, the map is empty.
 */
function threadTimes(pid: number): ThreadTimes {
  const times = new Map<number, number>();
  for (const tid of namesIn(`/proc/${pid}/task`).map(Number)) {
    const onCpu = Number(textOf(`/proc/${pid}/task/${tid}/schedstat`).split(' ')[0]);
    if (onCpu > 0) times.set(tid, onCpu);
  }
  return times;
}

/** Returns the file names in a folder of /proc, or an empty array if the process has ended. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the text of a file of /proc, or an empty text if the thread has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Adds up the CPU time that threads use after the creation of the meter. */
export interface CpuMeter {
  /**
   * Reads the CPU times of the threads again. The time of a thread that ends is counted up to the last reading before
   * its end.
   */
  readonly read: () => Promise<void>;
  /**
   * Returns the CPU time in microseconds between the creation of the meter and the last reading. A thread that started
   * after the creation is counted from its start.
   */
  readonly us: () => number;
}

/** Creates a meter of the processes that `pidsOf` returns; `pidsOf` is called at each reading. */
export async function cpuMeter(pidsOf: () => Promise<readonly number[]>): Promise<CpuMeter> {
  const readAll = async (): Promise<ThreadTimes> => new Map((await pidsOf()).flatMap((pid) => [...threadTimes(pid)]));
  const before = await readAll();
  const last = new Map(before);
  return {
    read: async () => {
      for (const [tid, ns] of await readAll()) last.set(tid, ns);
    },
    us: () => [...last].reduce((sum, [tid, ns]) => sum + ns - (before.get(tid) ?? 0), 0) / nsPerUs,
  };
}

/**
 * Creates a function that reads the process ids of the backends that serve the benchmark's database, except the backend
 * of `db`.
 */
export const backendsOf = (db: Client) => async (): Promise<readonly number[]> => {
  const { rows } = await db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type IN ('client backend', 'parallel worker') AND pid <> pg_backend_pid()`,
  );
  return rows.map(({ pid }) => pid);
};

const readEveryMs = 100;

/**
 * Waits for `ms` milliseconds. Meanwhile the meters are read often, because the time of a thread is lost when it ends.
 */
export async function meterFor(ms: number, meters: readonly CpuMeter[]): Promise<void> {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) {
    await sleep(Math.min(left, readEveryMs));
    for (const meter of meters) await meter.read();
  }
}

const quietMs = { step: 20, most: 5000 };

/**
 * Waits until the backends are idle, at most 5 seconds, so that their remaining work for one server is not counted for
 * the next server.
 */
export async function waitUntilBackendsIdle(db: Client): Promise<void> {
  for (let waited = 0; waited < quietMs.most; waited += quietMs.step) {
    const { rows } = await db.query<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
    );
    if (rows[0]?.busy === 0) return;
    await sleep(quietMs.step);
  }
}

/** Returns the resident memory of a process, in megabytes. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / kilobytesPerMegabyte;
}

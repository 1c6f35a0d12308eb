import { auditMonths, connectDatabase, type Database } from '@portcullis/adapters-persistence';
import { RemoveExpiredSessions, RemoveOldLoginAddresses } from '@portcullis/application';
import type { Container } from 'inversify';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { valueOf } from '../wiring/provide.ts';
import * as t from '../wiring/tokens.ts';

/** Does a bounded piece of work; answers how much it did, and is asked again until that is nothing. */
type Chore = () => Promise<number>;
export type Chores = Readonly<Record<string, Chore>>;

export interface Retention {
  /** Begins nothing any more; resolves when what was begun has ended. */
  readonly stop: () => Promise<void>;
}

const everyMs = 10 * 60_000;

/**
 * Does the chores now and every ten minutes. Every process does so: a chore finds out by itself whether another is at it.
 * One that fails is told in the log, and tried again the next time.
 */
export function startRetention(chores: Chores, log: Logger): Retention {
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  let running = round();

  async function round(): Promise<void> {
    for (const [name, chore] of Object.entries(chores)) {
      await finish(chore).then(
        (done) => done > 0 && log.info({ chore: name, done }, 'retention'),
        (error: unknown) => log.warn({ chore: name, err: error }, 'retention failed'),
      );
    }
    if (!stopping.signal.aborted) timer = setTimeout(begin, everyMs);
  }

  async function finish(chore: Chore): Promise<number> {
    let total = 0;
    for (let done = 1; done > 0 && !stopping.signal.aborted; total += done) done = await chore();
    return total;
  }

  function begin(): void {
    running = round();
  }

  return {
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
      return running;
    },
  };
}

/** What there is to do (docs/operations.md, Retention). */
export function choresOf(
  container: Container,
  { dataSource }: Database,
  { databaseOwnerUrl, auditRetentionMs }: Config,
  log: Logger,
): Chores {
  const clock = valueOf(container, t.CLOCK);
  const removeExpiredSessions = container.get(RemoveExpiredSessions);
  const removeOldLoginAddresses = container.get(RemoveOldLoginAddresses);
  const chores: Chores = {
    'remove expired sessions': () => removeExpiredSessions.execute(),
    'remove old login addresses': () => removeOldLoginAddresses.execute(),
    'prepare audit months': () => auditMonths(dataSource).prepare(clock.now()),
  };
  if (databaseOwnerUrl === undefined || auditRetentionMs === undefined) return chores;
  return {
    ...chores,
    'remove audit months': async () => {
      const owner = await connectDatabase({ url: databaseOwnerUrl, poolSize: 1 });
      try {
        const moment = new Date(clock.now().getTime() - auditRetentionMs);
        const month = await auditMonths(owner.dataSource).removeOldest(moment);
        if (month !== undefined) log.info(month, 'audit records removed');
        return month === undefined ? 0 : 1;
      } finally {
        await owner.close();
      }
    },
  };
}

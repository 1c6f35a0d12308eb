import type { DataSource } from 'typeorm';
import type { Lender } from './connection-source.ts';
import { databaseTimeouts } from './timeouts.ts';

/** A limited number of places. */
interface Turns {
  /** Takes a place, as soon as one is free; rejects where that takes too long. */
  readonly enter: () => Promise<void>;
  readonly leave: () => void;
  /** Number of those that wait for a place. */
  readonly waiting: () => number;
}

/** Places that are given in the order in which they were asked for; nobody waits for longer than `patienceMs`. */
function turns(places: number, patienceMs: number): Turns {
  let free = places;
  const queue = new Set<() => void>();
  return {
    enter: () => {
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const admit = (): void => {
          clearTimeout(timer);
          queue.delete(admit);
          resolve();
        };
        const timer = setTimeout(() => {
          queue.delete(admit);
          reject(new Error('There was no turn in time.'));
        }, patienceMs);
        queue.add(admit);
      });
    },
    leave: () => {
      const [admit] = queue;
      if (admit === undefined) free += 1;
      else admit();
    },
    waiting: () => queue.size,
  };
}

/**
 * Lends one in ten connections of a pool at once, at least one, so that statements whose answers are large leave the others to the rest. Each such
 * statement is one step of a longer answer, and so waits for longer than one that is the whole.
 */
export function fewAtOnce(lender: Lender, poolSize: number): Lender {
  const inTurn = turns(Math.ceil(poolSize / 10), databaseTimeouts.largeTurnMs);
  return {
    lend: async (ask) => {
      await inTurn.enter();
      try {
        return await lender.lend(ask);
      } finally {
        inTurn.leave();
      }
    },
  };
}

/** Of each database that is open, the turns of its transactions. */
const turnsByDatabase = new WeakMap<DataSource, Turns>();

/**
 * Transactions may wait for locks, and so never have every connection: one in five is left to reads, which would wait along
 * with them. The embedded database has one, and no other client to wait for.
 */
export function transactionTurns(dataSource: DataSource): Turns {
  const known = turnsByDatabase.get(dataSource);
  if (known !== undefined) return known;
  const { poolSize = 1 } = dataSource.options;
  const places = poolSize === 1 ? 1 : poolSize - Math.ceil(poolSize / 5);
  const made = turns(places, databaseTimeouts.connectMs);
  turnsByDatabase.set(dataSource, made);
  return made;
}

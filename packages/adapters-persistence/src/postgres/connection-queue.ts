import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { sendLongValuesUncopied } from './long-values.ts';
import { closeWhenSilent } from './silence.ts';
import { databaseTimeouts } from './timeouts.ts';

/** The kinds of work that wait for a connection, in the order in which they get one. */
const priorities = ['read', 'write', 'long'] as const;
export type Priority = (typeof priorities)[number];

/** Returns a connection to the queue. Must be called exactly once. */
type Release = () => void;

/** Distributes the connections of a pool. */
export interface ConnectionQueue {
  /**
   * Waits until the caller may use a connection.
   * @throws {StoreFailure} overloaded, after `maxWaitMs`
   */
  readonly acquire: (priority: Priority) => Promise<Release>;
  readonly waiting: () => number;
}

interface Waiter {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Creates the queue of a pool with `size` connections. Waiting reads get a connection before waiting writes, and these
 * before long work. Within a kind, the longest waiting call is first. Long work gets at most half of the connections,
 * so that other work need not wait for its end. The length of the queue is limited where requests arrive.
 */
export function connectionQueue(size: number, maxWaitMs: number): ConnectionQueue {
  const waiters: Readonly<Record<Priority, Set<Waiter>>> = { read: new Set(), write: new Set(), long: new Set() };
  const maxLong = Math.max(1, Math.floor(size / 2));
  let used = 0;
  let usedByLong = 0;
  const isFree = (priority: Priority): boolean => used < size && (priority !== 'long' || usedByLong < maxLong);
  const take = (priority: Priority): Release => {
    used += 1;
    if (priority === 'long') usedByLong += 1;
    return () => {
      used -= 1;
      if (priority === 'long') usedByLong -= 1;
      admitNext();
    };
  };
  const admitNext = (): void => {
    for (const priority of priorities) {
      const [next] = waiters[priority];
      if (next === undefined || !isFree(priority)) continue;
      next.enter();
      return;
    }
  };
  const wait = (priority: Priority): Promise<Release> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(waiter.timer);
        waiters[priority].delete(waiter);
      };
      const waiter: Waiter = {
        enter: () => {
          leave();
          resolve(take(priority));
        },
        timer: setTimeout(() => {
          leave();
          reject(tooLong());
        }, maxWaitMs),
      };
      waiters[priority].add(waiter);
    });
  return {
    acquire: async (priority) => (isFree(priority) ? take(priority) : wait(priority)),
    waiting: () => priorities.reduce((sum, priority) => sum + waiters[priority].size, 0),
  };
}

const tooLong = (): StoreFailure =>
  new StoreFailure('No connection to the database became free in time.', { kind: 'overloaded' });

/**
 * A pool connection that always has an error listener. The server may close a connection after a caller got it from the
 * pool and before the caller adds a listener. Without a listener, the process would then exit. With a listener, only
 * the next statement on the connection fails.
 */
export class PoolClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    sendLongValuesUncopied(this);
  }
}

/** Returns a class of pool connections that are closed if the server is silent for `ms` milliseconds. */
export const closingClient = (ms: number): typeof PoolClient =>
  class extends PoolClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      closeWhenSilent(this, ms);
    }
  };

/**
 * Waits for a connection that is being opened, for the rest of the time that began at `since`.
 * @param discard called with a connection that is opened later
 * @throws {StoreFailure} overloaded
 */
export async function openedInTime<T>(opening: Promise<T>, since: number, discard: (late: T) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_resolve, reject) => {
    const restMs = Math.max(0, since + databaseTimeouts.connectionMs - performance.now());
    timer = setTimeout(() => {
      isLate = true;
      reject(tooLong());
    }, restMs);
  });
  opening.then(
    (opened) => void (isLate && discard(opened)),
    () => undefined,
  );
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Chooses a connection and passes it to a callback. */
export interface ConnectionSource {
  readonly withConnection: <T>(run: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
}

/**
 * Creates a source from a pool. The queue of the pool decides which statement gets the next free connection. Like the
 * pool's own `query`, the source closes a connection on which a statement failed.
 */
export const poolSource = (
  pool: () => pg.Pool,
  queue: ConnectionQueue,
  priority: Priority = 'read',
): ConnectionSource => ({
  withConnection: async (run) => {
    const since = performance.now();
    const leave = await queue.acquire(priority);
    try {
      const client = await openedInTime(pool().connect(), since, (late) => late.release());
      let failed = true;
      try {
        const result = await run(client);
        failed = false;
        return result;
      } finally {
        client.release(failed);
      }
    } finally {
      leave();
    }
  },
});

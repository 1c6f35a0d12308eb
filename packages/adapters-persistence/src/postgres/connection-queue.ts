import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { sendLongValuesUncopied } from './long-values.ts';

/** The kinds of work that wait for a connection, in the order in which they get one. */
const priorities = ['read', 'write', 'long'] as const;
export type Priority = (typeof priorities)[number];

/** Returns a connection to the queue. Must be called exactly once. */
type Release = () => void;

/** Distributes the connections of a pool. */
export interface ConnectionQueue {
  /**
   * Waits until the caller may use a connection.
   * @throws {StoreFailure} overloaded, after `maxWaitMs`; or the error that was passed to `refuseAll`
   */
  readonly acquire: (priority: Priority) => Promise<Release>;
  readonly waiting: () => number;
  /** Rejects all calls that are waiting. */
  readonly refuseAll: (error: StoreFailure) => void;
}

interface Waiter {
  readonly enter: () => void;
  readonly refuse: (error: StoreFailure) => void;
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
      const refuse = (error: StoreFailure): void => {
        leave();
        reject(error);
      };
      const waiter: Waiter = {
        enter: () => {
          leave();
          resolve(take(priority));
        },
        refuse,
        timer: setTimeout(() => refuse(tooLong()), maxWaitMs),
      };
      waiters[priority].add(waiter);
    });
  return {
    acquire: async (priority) => (isFree(priority) ? take(priority) : wait(priority)),
    waiting: () => priorities.reduce((sum, priority) => sum + waiters[priority].size, 0),
    refuseAll: (error) => {
      for (const priority of priorities) for (const waiter of waiters[priority]) waiter.refuse(error);
    },
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
    const leave = await queue.acquire(priority);
    try {
      const client = await pool().connect();
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

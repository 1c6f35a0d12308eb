import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { connectionQueue, type ConnectionQueue, poolSource, type ConnectionSource } from './connection-queue.ts';
import { databaseTimeouts } from './timeouts.ts';

/** The number of connections for each purpose. Each number is at least 1. */
export interface Shares {
  /** Connections for transactions. Transactions may wait for locks, so reads have separate connections. */
  readonly transactions: number;
  readonly reads: number;
  /**
   * Connections for statements with large results. These statements do not use the connections for reads, so that other
   * reads need not wait for them.
   */
  readonly large: number;
}

/**
 * Divides the connections of a process: a tenth for large results, two thirds of the rest for transactions, and the
 * remaining connections for reads. There are at least three connections, even if `poolSize` is smaller.
 */
export function sharesOf(poolSize: number): Shares {
  const large = Math.ceil(poolSize / 10);
  const transactions = Math.max(1, Math.floor(((poolSize - large) * 2) / 3));
  return { transactions, large, reads: Math.max(1, poolSize - transactions - large) };
}

/** The connection pools for reads that are not pipelined. */
export interface ReadPools {
  /** Returns the pool for ordinary reads. Throws `StoreFailure` before the pools are open. */
  readonly reads: () => pg.Pool;
  /** The connection sources for ordinary and for large results. */
  readonly sources: { readonly pool: ConnectionSource; readonly large: ConnectionSource };
  /** All open pools. */
  readonly all: () => readonly pg.Pool[];
  /** The queues of the pools. */
  readonly queues: readonly ConnectionQueue[];
  /** @param largeOptions the connection option of the pool for large results. Default: that of `config`. */
  readonly open: (config: pg.PoolConfig, largeOptions?: string) => void;
  readonly close: () => Promise<void>;
}

// If an idle connection breaks, the pool removes it and emits an error. Without a listener, the error would end the
// process.
const poolOf = (config: pg.PoolConfig): pg.Pool => new pg.Pool(config).on('error', () => undefined);

/**
 * Creates the pools. Connections are opened when statements need them, so opening the pools does not wait for the
 * server.
 */
export function readPools({ reads, large }: Pick<Shares, 'reads' | 'large'>): ReadPools {
  let opened: { readonly reads: pg.Pool; readonly large: pg.Pool } | undefined;
  const pools = () => {
    if (opened === undefined) throw new StoreFailure('The database is not open.');
    return opened;
  };
  const readQueue = connectionQueue(reads, databaseTimeouts.connectionMs);
  const largeQueue = connectionQueue(large, databaseTimeouts.connectionMs);
  return {
    reads: () => pools().reads,
    sources: {
      pool: poolSource(() => pools().reads, readQueue),
      large: poolSource(() => pools().large, largeQueue),
    },
    all: () => (opened === undefined ? [] : [opened.reads, opened.large]),
    queues: [readQueue, largeQueue],
    open: (config, options = config.options) => {
      opened = {
        reads: poolOf({ ...config, max: reads }),
        large: poolOf({ ...config, max: large, ...(options !== undefined && { options }) }),
      };
    },
    close: async () => {
      const last = opened;
      opened = undefined;
      await Promise.all([last?.reads.end(), last?.large.end()]);
    },
  };
}

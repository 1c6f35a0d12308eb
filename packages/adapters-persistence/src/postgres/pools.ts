import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { poolSource, type ConnectionSource } from './connection-source.ts';
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
  readonly open: (config: pg.PoolConfig, shares: Pick<Shares, 'reads' | 'large'>) => void;
  readonly close: () => Promise<void>;
}

// If an idle connection breaks, the pool removes it and emits an error. Without a listener, the error would end the
// process.
const poolOf = (config: pg.PoolConfig): pg.Pool => new pg.Pool(config).on('error', () => undefined);

/**
 * Creates the pools. Connections are opened when statements need them, so opening the pools does not wait for the
 * server.
 */
export function readPools(): ReadPools {
  let opened: { readonly reads: pg.Pool; readonly large: pg.Pool } | undefined;
  const pools = () => {
    if (opened === undefined) throw new StoreFailure('The database is not open.');
    return opened;
  };
  return {
    reads: () => pools().reads,
    sources: { pool: poolSource(() => pools().reads), large: poolSource(() => pools().large) },
    all: () => (opened === undefined ? [] : [opened.reads, opened.large]),
    open: (config, { reads, large }) => {
      opened = {
        reads: poolOf({ ...config, max: reads }),
        // Most statements with large results read data for a response that is already being sent. If such a statement
        // failed, the response would break off in the middle. These statements therefore wait longer for a connection.
        large: poolOf({ ...config, max: large, connectionTimeoutMillis: databaseTimeouts.largeTurnMs }),
      };
    },
    close: async () => {
      const { reads, large } = opened ?? {};
      opened = undefined;
      await Promise.all([reads?.end(), large?.end()]);
    },
  };
}

import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { poolSource, type ConnectionSource } from './connection-source.ts';
import { databaseTimeouts } from './timeouts.ts';

/** Numbers of connections for each purpose, at least 1. */
export interface Shares {
  /** Connections for transactions. Transactions may wait for locks, so reads have separate connections. */
  readonly transactions: number;
  readonly reads: number;
  /**
   * Connections for statements with large results. Such statements cannot use the connections for reads, so that
   * other reads always find one.
   */
  readonly large: number;
}

/**
 * Divides the connections of a process: a tenth for large results, and two thirds of the rest for transactions. The
 * minimum is three connections.
 */
export function sharesOf(poolSize: number): Shares {
  const large = Math.ceil(poolSize / 10);
  const transactions = Math.max(1, Math.floor(((poolSize - large) * 2) / 3));
  return { transactions, large, reads: Math.max(1, poolSize - transactions - large) };
}

/** The pools for reads that are not pipelined. */
export interface ReadPools {
  /** Throws `StoreFailure` before the pools are open. */
  readonly reads: () => pg.Pool;
  /** The sources of connections. */
  readonly sources: { readonly pool: ConnectionSource; readonly large: ConnectionSource };
  /** All pools that are open. */
  readonly all: () => readonly pg.Pool[];
  readonly open: (config: pg.PoolConfig, shares: Pick<Shares, 'reads' | 'large'>) => void;
  readonly close: () => Promise<void>;
}

// The pool removes an idle connection that breaks. Without a listener, the error would end the process.
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
        // Each statement reads a part of a response that has already begun, so it may wait longer for a connection.
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

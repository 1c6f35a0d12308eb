import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { poolSource, type ConnectionSource } from './connection-source.ts';
import { databaseTimeouts } from './timeouts.ts';

/** Numbers of connections, one at least of each kind. */
export interface Shares {
  /** They may wait for locks, so reads have connections of their own. */
  readonly transactions: number;
  readonly reads: number;
  /** Statements whose answers are large are few at once, so that they leave the other reads their connections. */
  readonly large: number;
}

/** Divides connections: a tenth for large answers, of the others two thirds for transactions. Two or fewer become three. */
export function sharesOf(poolSize: number): Shares {
  const large = Math.ceil(poolSize / 10);
  const transactions = Math.max(1, Math.floor(((poolSize - large) * 2) / 3));
  return { transactions, large, reads: Math.max(1, poolSize - transactions - large) };
}

/** The pools of reads that have a connection for themselves. */
export interface ReadPools {
  /** Throws `StoreFailure` before they are open. */
  readonly reads: () => pg.Pool;
  /** The sources of connections. */
  readonly sources: { readonly pool: ConnectionSource; readonly large: ConnectionSource };
  /** All pools that are open. */
  readonly all: () => readonly pg.Pool[];
  readonly open: (config: pg.PoolConfig, shares: Pick<Shares, 'reads' | 'large'>) => void;
  readonly close: () => Promise<void>;
}

// The pool drops an idle connection that was cut; the next statement makes another.
const poolOf = (config: pg.PoolConfig): pg.Pool => new pg.Pool(config).on('error', () => undefined);

/** A connection is made when a statement needs it, so opening the pools does not wait for the server. */
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
        // Each statement is a step of a longer answer and may wait for longer than one that is the whole answer.
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

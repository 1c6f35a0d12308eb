import { StoreFailure } from '@portcullis/application';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { optionsOf, poolOfSource, type Settings } from './data-source.ts';
import {
  pipelinedConnections,
  poolOf,
  type ExecuteQuery,
  type PipelinedConnection,
  type PrepareClient,
} from './postgres/connections.ts';
import { eventSignals, noSignals, type EventSignals } from './postgres/event-signals.ts';
import { readerOf, type Reader } from './postgres/reader.ts';
import { databaseTimeouts } from './postgres/timeouts.ts';

/** Connection counts, summed over all pools of the primary. */
export interface Connections {
  readonly inUse: number;
  readonly idle: number;
  /** Number of requests that wait for a connection. */
  readonly waiting: number;
}

/** How the connections of a process are divided. Transactions may wait for locks, so reads have separate connections. */
interface Shares {
  readonly transactions: number;
  readonly reads: number;
}

/** Two thirds of the connections are for transactions. There are at least two connections, even if `poolSize` is 1. */
export function sharesOf(poolSize: number): Shares {
  const transactions = Math.max(1, Math.floor((poolSize * 2) / 3));
  return { transactions, reads: Math.max(1, poolSize - transactions) };
}

/** A reader that executes all its statements with `usesPipeline` on one connection, in the order of the calls. */
interface OrderedReader {
  readonly reader: Reader;
  /** Returns the number of these statements that have not finished. */
  readonly pending: () => number;
}

/** The connections to the primary. */
export interface Primary {
  readonly pool: () => pg.Pool;
  readonly pipelined: () => { readonly query: ExecuteQuery };
  /** Signals with which the processes that use this database notify each other of new events. */
  readonly signals: Pick<EventSignals, 'send' | 'listen'>;
  readonly connections: () => Connections;
  readonly reader: Reader;
  readonly orderedReaders: readonly [OrderedReader, ...OrderedReader[]];
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Creates the connections to the primary without opening them. Transactions use the pool of the data source.
 * @param server the number of connections of the pool for reads, and how pipelined connections are prepared. Undefined for
 * the embedded database, which has a single connection for everything.
 * @param settings the parameters of connections that read
 */
export function primaryConnections(
  dataSource: DataSource,
  server: { readonly reads: number; readonly prepare: PrepareClient } | undefined,
  settings: Settings,
): Primary {
  const transactionPool = () => poolOfSource(dataSource);
  if (server === undefined) return embeddedConnection(dataSource, transactionPool);
  const { reads, prepare } = server;
  let readPool: pg.Pool | undefined;
  const pool = (): pg.Pool => {
    if (readPool === undefined) throw new StoreFailure('The database is not open.');
    return readPool;
  };
  // All statements on the pipelined connections are reads, except those that store the counters of rate limits or send
  // signals to other processes. Commits are asynchronous, so that a later access check on the same connection does not
  // wait for the disk. If PostgreSQL crashes, the counts of the last second may be lost.
  const pipelineOptions = { options: optionsOf({ ...settings, synchronous_commit: 'off' }) };
  const pipelined = pipelinedConnections(() => ({ ...pool().options, ...pipelineOptions }), prepare);
  const { query } = pipelined;
  const source = { pool, largeResultMs: databaseTimeouts.largeReadMs };
  const ordered = (connection: PipelinedConnection): OrderedReader => ({
    reader: readerOf({ ...source, pipelined: connection.query }),
    pending: connection.pending,
  });
  const signals = eventSignals(() => pool().options, query);
  return {
    pool,
    pipelined: () => pipelined,
    signals,
    connections: () =>
      connectionsOf(readPool === undefined || !dataSource.isInitialized ? [] : [transactionPool(), readPool]),
    reader: readerOf({ ...source, pipelined: query }),
    orderedReaders: [ordered(pipelined.each[0]), ordered(pipelined.each[1])],
    open: async () => {
      await dataSource.initialize();
      readPool = poolOf({ ...transactionPool().options, options: optionsOf(settings), max: reads });
      await pipelined.open();
    },
    close: async () => {
      await signals.close();
      await pipelined.close();
      await readPool?.end();
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}

function embeddedConnection(dataSource: DataSource, pool: () => pg.Pool): Primary {
  const reader = readerOf({ pool });
  return {
    pool,
    pipelined: pool,
    signals: noSignals,
    connections: () => connectionsOf(dataSource.isInitialized ? [pool()] : []),
    reader,
    orderedReaders: [{ reader, pending: () => 0 }],
    open: async () => void (await dataSource.initialize()),
    close: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const connectionsOf = (pools: readonly pg.Pool[]): Connections => ({
  inUse: sum(pools.map(({ totalCount, idleCount }) => totalCount - idleCount)),
  idle: sum(pools.map(({ idleCount }) => idleCount)),
  waiting: sum(pools.map(({ waitingCount }) => waitingCount)),
});

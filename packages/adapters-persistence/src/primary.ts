import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { optionsOf, poolOf, type Settings } from './data-source.ts';
import { connectionQueue, type ConnectionQueue, poolSource } from './postgres/connection-queue.ts';
import { eventSignals, noSignals, type EventSignals } from './postgres/event-signals.ts';
import { pipelinedConnections, type PipelinedConnections } from './postgres/pipelined-connections.ts';
import { readPools, type Shares } from './postgres/pools.ts';
import { reader, type Reader } from './postgres/reader.ts';
import { databaseTimeouts } from './postgres/timeouts.ts';

/** Connection counts, summed over all pools of the primary. */
export interface Connections {
  readonly inUse: number;
  readonly idle: number;
  /** Number of requests that wait for a connection. */
  readonly waiting: number;
}

interface Transactions {
  /** The queue in which transactions wait for a connection. */
  readonly queue: ConnectionQueue;
}

interface PrimaryOptions {
  /** The embedded database has a single connection, which all statements share. */
  readonly isEmbedded: boolean;
  readonly shares: Shares;
  /** The parameters of connections that read. */
  readonly settings: Settings;
}

/** The connections to the primary. */
export interface Primary {
  readonly pool: () => pg.Pool;
  readonly pipelined: () => Pick<PipelinedConnections, 'query'>;
  /** Signals with which the processes that use this database notify each other of new events. */
  readonly signals: Pick<EventSignals, 'send' | 'listen'>;
  readonly connections: () => Connections;
  /** What `typeormUnitOfWork` needs in addition to `dataSource`. */
  readonly transactions: Transactions;
  readonly reader: Reader;
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Creates the connections to the primary without opening them. Transactions use the pool of the data source. */
export function primaryConnections(dataSource: DataSource, { isEmbedded, shares, settings }: PrimaryOptions): Primary {
  const queue = connectionQueue(isEmbedded ? 1 : shares.transactions, databaseTimeouts.connectionMs);
  const transactionPool = () => poolOf(dataSource);
  const separate = readPools(shares);
  const pool = isEmbedded ? transactionPool : separate.reads;
  // All statements on the pipelined connections are reads, except those that store the counters of rate limits or send
  // signals to other processes. Commits are asynchronous, so that a later access check on the same connection does not
  // wait for the disk. If PostgreSQL crashes, the counts of the last second may be lost.
  const pipelineOptions = { options: optionsOf({ ...settings, synchronous_commit: 'off' }) };
  const pipelines = isEmbedded
    ? undefined
    : pipelinedConnections({
        config: () => ({ ...pool().options, ...pipelineOptions }),
        maxSilenceMs: databaseTimeouts.silenceMs,
      });
  const only = poolSource(transactionPool, queue);
  const primaryReader = reader(
    pipelines === undefined
      ? { pool: only, pipelined: only, large: only }
      : { ...separate.sources, pipelined: pipelines },
  );
  const openPools = () => (dataSource.isInitialized ? [transactionPool(), ...separate.all()] : []);
  const queues = [queue, ...separate.queues];
  const connections = (): Connections => ({
    ...connectionsOf(openPools()),
    // A program that uses `pool` directly may also wait in the pool itself.
    waiting: sum([...queues.map((each) => each.waiting()), ...openPools().map(({ waitingCount }) => waitingCount)]),
  });
  const signals =
    pipelines === undefined
      ? noSignals
      : eventSignals(
          () => pool().options,
          (text) => pipelines.query({ text }),
        );
  return {
    pool,
    pipelined: () => pipelines ?? pool(),
    signals,
    connections,
    transactions: { queue },
    reader: primaryReader,
    open: async () => {
      await dataSource.initialize();
      if (!isEmbedded) {
        const large = optionsOf({ ...settings, statement_timeout: databaseTimeouts.largeReadMs });
        separate.open({ ...transactionPool().options, options: optionsOf(settings) }, large);
      }
      await pipelines?.open();
    },
    close: async () => {
      await signals.close();
      await pipelines?.close();
      await separate.close();
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const connectionsOf = (pools: readonly pg.Pool[]): Pick<Connections, 'inUse' | 'idle'> => ({
  inUse: sum(pools.map(({ totalCount, idleCount }) => totalCount - idleCount)),
  idle: sum(pools.map(({ idleCount }) => idleCount)),
});

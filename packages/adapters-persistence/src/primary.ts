import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { optionsOf, poolOf, type Settings } from './data-source.ts';
import { connectionQueue, type ConnectionQueue, poolSource } from './postgres/connection-queue.ts';
import { eventSignals, noSignals, type EventSignals } from './postgres/event-signals.ts';
import { liveness, probeServer } from './postgres/liveness.ts';
import { pipelinedConnections, type PipelinedConnections } from './postgres/pipelined-connections.ts';
import { readPools, type Shares } from './postgres/pools.ts';
import { reader, readerAfterCommit, type Reader } from './postgres/reader.ts';
import { databaseTimeouts } from './postgres/timeouts.ts';
import { commitWithoutOutcome, transactionOutcomes, type TransactionOutcomes } from './transaction-outcomes.ts';

/** Connection counts, summed over all pools of the primary. */
export interface Connections {
  readonly inUse: number;
  readonly idle: number;
  /** Number of requests that wait for a connection. */
  readonly waiting: number;
}

interface Transactions extends TransactionOutcomes {
  /** The queue in which transactions wait for a connection. */
  readonly queue: ConnectionQueue;
  /** Whether PostgreSQL cancels statements after `statement_timeout`. */
  readonly hasTimeouts: boolean;
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
  /**
   * Reads data for the response to a write that is already committed. Fails only if the database does not respond any
   * more, with a `StoreFailure` of the kind `outcome-unknown`.
   */
  readonly readerAfterCommit: Reader;
  /** Watches a connection until it is closed, so that it is closed if the server does not respond. */
  readonly watch: (client: pg.Client) => void;
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Creates the connections to the primary without opening them. Transactions use the pool of the data source. */
export function primaryConnections(dataSource: DataSource, { isEmbedded, shares, settings }: PrimaryOptions): Primary {
  const watch = (client: pg.Client): void => watching?.watch(client);
  const queue = connectionQueue(isEmbedded ? 1 : shares.transactions, databaseTimeouts.queueMs);
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
        opening: watch,
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
  const watching = isEmbedded
    ? undefined
    : liveness({
        isPending: () => connections().inUse > 0 || (pipelines?.waiting() ?? 0) > 0 || outcomes.lookingUp() > 0,
        probe: (timeoutMs) => probeServer(pool().options, timeoutMs),
        lost: (error) => queues.forEach((each) => each.refuseAll(error)),
      });
  const lastResponseAt = () => watching?.lastResponseAt() ?? performance.now();
  const outcomes = transactionOutcomes({
    config: () => pool().options,
    opening: watch,
    pool,
    lastResponseAt,
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
    transactions: {
      queue,
      hasTimeouts: !isEmbedded,
      ...outcomes,
      ...(isEmbedded && { commit: commitWithoutOutcome }),
    },
    reader: primaryReader,
    readerAfterCommit: readerAfterCommit(primaryReader, lastResponseAt),
    watch,
    open: async () => {
      await dataSource.initialize();
      if (!isEmbedded) {
        separate.open({ ...transactionPool().options, options: optionsOf(settings) });
        watching?.start();
      }
      await pipelines?.open();
    },
    close: async () => {
      watching?.stop();
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

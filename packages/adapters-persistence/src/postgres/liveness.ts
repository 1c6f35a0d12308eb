import { Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { StoreFailure } from '@portcullis/application';
import pg from 'pg';
import { databaseTimeouts } from './timeouts.ts';

/** Detects a server that does not respond at all, such as a frozen server or one behind a broken network. */
export interface Liveness {
  readonly start: () => void;
  /** Watches the connection until it is closed. */
  readonly watch: (client: pg.Client) => void;
  /** Returns the time of `performance.now()` at which the server last responded or nothing was pending. */
  readonly lastResponseAt: () => number;
  readonly stop: () => void;
}

interface LivenessOptions {
  /** Returns true while a statement is pending or a connection is being opened. */
  readonly isPending: () => boolean;
  /** Resolves when the server has responded to a statement on a new connection, and rejects if it cannot be reached. */
  readonly probe: (timeoutMs: number) => Promise<void>;
  /** Called when the server does not respond, before all watched connections are closed. */
  readonly lost: (error: StoreFailure) => void;
}

const checkEveryMs = 250;

/**
 * Checks regularly whether data arrives on any connection while statements are pending. If none arrives for
 * `silenceMs`, the statements may be slow or wait for locks, so the server is probed on a new connection. Only if the
 * probe fails too does the process close all its connections. The pending statements then fail, and later ones open new
 * connections.
 */
export function liveness({ isPending, probe, lost }: LivenessOptions): Liveness {
  const { silenceMs, probeMs } = databaseTimeouts;
  /** The number of bytes that each connection had received at the last check. */
  const received = new Map<pg.Client, number>();
  let lastResponseAt = performance.now();
  let isProbing = false;
  const hasNewData = (): boolean => {
    let isNew = false;
    for (const [client, before] of received) {
      const { stream } = client.connection;
      const bytes = stream instanceof Socket ? stream.bytesRead : 0;
      if (bytes > before) isNew = true;
      received.set(client, bytes);
    }
    return isNew;
  };
  const hasResponded = (): boolean => {
    if (hasNewData() || !isPending()) lastResponseAt = performance.now();
    return performance.now() - lastResponseAt < silenceMs;
  };
  const check = async (): Promise<void> => {
    // If this process was busy, data may have arrived that it has not read yet.
    if (hasResponded() || (await nextIteration(), hasResponded())) return;
    try {
      await probe(probeMs);
      lastResponseAt = performance.now();
    } catch (cause) {
      if (hasResponded()) return;
      lost(new StoreFailure('The database does not respond.', { cause }));
      for (const { connection } of received.keys()) connection.stream.destroy();
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const checkUnlessProbing = (): void => {
    if (isProbing) return;
    isProbing = true;
    void check().finally(() => void (isProbing = false));
  };
  return {
    start: () => void (timer = setInterval(checkUnlessProbing, checkEveryMs).unref()),
    watch: (client) => {
      received.set(client, 0);
      client.once('end', () => received.delete(client));
    },
    lastResponseAt: () => lastResponseAt,
    stop: () => clearInterval(timer),
  };
}

/**
 * Executes a statement on a new connection. An error that the server reports counts as a response.
 * @throws if the server does not respond in time
 */
export async function probeServer(config: pg.ClientConfig, timeoutMs: number): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on('error', () => undefined);
  const timer = setTimeout(() => client.connection.stream.destroy(), timeoutMs);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
  } finally {
    clearTimeout(timer);
    client.end().catch(() => undefined);
  }
}

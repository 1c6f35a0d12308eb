import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Client } from 'pg';
import { backendsOf, cpuMeter, meterFor, waitUntilBackendsIdle } from './proc.ts';

export interface Call {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly connections: number;
  /** The expected status; a response with another status is counted as an error. */
  readonly status: number;
  /** Returns the requests that a connection sends one after another. After the last one, it begins again. */
  readonly calls: (connection: number) => readonly Call[];
}

export interface Times {
  readonly warmMs: number;
  readonly measureMs: number;
}

export interface Measurement {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** User and system time of the server per request, in microseconds. */
  readonly serverUs: number;
  /**
   * User and system time of PostgreSQL's backends per request, in microseconds, without background processes such as
   * autovacuum.
   */
  readonly databaseUs: number;
  readonly errors: number;
}

export interface Target {
  readonly url: string;
  readonly pid: number;
}

const sampleMs = 20;
const farAwaySeconds = 3600;

/** Sends requests to a server, first to warm it up and then to measure it. */
export async function measureLoad(
  target: Target,
  load: Load,
  { warmMs, measureMs }: Times,
  db: Client,
): Promise<Measurement> {
  let latencies: number[] = [];
  let errors = 0;
  let connected = 0;
  const options: autocannon.Options = {
    url: target.url,
    connections: load.connections,
    duration: farAwaySeconds,
    sampleInt: sampleMs,
    setupClient: (client) => {
      client.setRequests(load.calls(connected).map((call) => ({ ...call })));
      connected += 1;
    },
  };
  const instance = autocannon(options, () => undefined);
  const done = once(instance, 'done');
  instance.on('response', (_client, status, _bytes, ms) => {
    if (status === load.status) latencies.push(ms);
    else errors += 1;
  });
  instance.on('reqError', () => {
    errors += 1;
  });
  await sleep(warmMs);
  const server = await cpuMeter(async () => [target.pid]);
  const database = await cpuMeter(backendsOf(db));
  const began = performance.now();
  latencies = [];
  await meterFor(measureMs, [server, database]);
  const measured = latencies;
  latencies = [];
  const seconds = (performance.now() - began) / 1000;
  instance.stop();
  await done;
  await waitUntilBackendsIdle(db);
  const sorted = measured.toSorted((a, b) => a - b);
  return {
    perSecond: sorted.length / seconds,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    serverUs: server.us() / sorted.length,
    databaseUs: database.us() / sorted.length,
    errors,
  };
}

/**
 * Returns the value below which the given share of the sorted numbers lies (0.99 for p99), or `NaN` for an empty array.
 */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

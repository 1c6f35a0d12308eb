import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { RequestEntry } from '@portcullis/adapters-http/internal/server/request-entry';
import type { Connections } from '@portcullis/adapters-persistence/internal/primary';
import type { DeliveryCounters } from '@portcullis/application/internal/ports/delivery-senders';
import type { Load } from '@portcullis/adapters-http/internal/routes/schemas/overview';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { urlOf, listen } from '../process/listen.ts';

/** The numbers of running and waiting conversions, for the Markdown threads of small and of large documents. */
export type RenderingLoad = Readonly<Record<'small' | 'large', Load>>;

/** Functions that return the current state. They are called each time Prometheus collects the metrics. */
export interface GaugeReaders {
  readonly connections: () => Connections;
  readonly hashing: () => Load;
  readonly rendering: () => RenderingLoad;
  readonly streams: () => number;
}

export interface Metrics {
  readonly url: string;
  readonly countRequest: (entry: RequestEntry) => void;
  readonly countLoginLock: (limit: string) => void;
  readonly deliveryCounters: DeliveryCounters;
  readonly close: () => Promise<void>;
}

/** Upper bounds of the buckets, in seconds. They suit short reads, password hashes and Markdown conversions. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Serves the metrics for Prometheus on a separate port. This file is loaded only if METRICS_PORT is set. */
export async function openMetrics(address: Address, gauged: GaugeReaders): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerGauges(registry, gauged);
  const counters = registerCounters(registry);
  const server = await serve(registry, address);
  return {
    ...counters,
    url: `${urlOf(server)}/metrics`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Registers the metrics of requests, login locks and deliveries, which are updated when one of them happens. */
function registerCounters(registry: Registry): Pick<Metrics, 'countRequest' | 'countLoginLock' | 'deliveryCounters'> {
  const registers = [registry];
  const requests = new Histogram({
    name: 'portcullis_http_request_duration_seconds',
    help: 'Duration of requests by route template and status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: 'portcullis_refusals_total',
    help: 'Refused requests by reason.',
    labelNames: ['refusal'],
    registers,
  });
  const limited = new Counter({
    name: 'portcullis_limit_refusals_total',
    help: 'Requests refused by a rate limit.',
    labelNames: ['limit'],
    registers,
  });
  const reuses = new Counter({
    name: 'portcullis_refresh_token_reuses_total',
    help: 'Replaced refresh tokens that were used again. Each one ended a session.',
    registers,
  });
  const locks = new Counter({
    name: 'portcullis_login_locks_total',
    help: 'How often an account was locked for one address, or for all, after too many failed logins.',
    labelNames: ['limit'],
    registers,
  });
  /**
   * The series by their combination of labels. This map is needed because finding a series in the library takes more
   * time than counting.
   */
  const series = new Map<string, ReturnType<typeof requests.labels>>();
  const seriesOf = ({ method = 'none', route = 'none', status }: RequestEntry) => {
    const key = `${method} ${route} ${status}`;
    const known = series.get(key) ?? requests.labels(method, route, String(status));
    series.set(key, known);
    return known;
  };
  return {
    countRequest: (entry) => {
      seriesOf(entry).observe(entry.durationMs / 1000);
      if (entry.refusal === undefined) return;
      refusals.inc({ refusal: entry.refusal });
      if (entry.limit !== undefined) limited.inc({ limit: entry.limit });
      if (entry.refusal === 'refresh-token-reused') reuses.inc();
    },
    countLoginLock: (limit) => locks.inc({ limit }),
    deliveryCounters: deliveryCountersOf(registry),
  };
}

function deliveryCountersOf(registry: Registry): DeliveryCounters {
  const registers = [registry];
  const queued = new Counter({
    name: 'portcullis_deliveries_queued_total',
    help: 'Deliveries that this process queued for webhooks.',
    registers,
  });
  const attempts = new Counter({
    name: 'portcullis_delivery_attempts_total',
    help: 'Attempts of deliveries by result.',
    labelNames: ['result'],
    registers,
  });
  return { queued: (count) => queued.inc(count), attempted: (result) => attempts.inc({ result }) };
}

/** Registers the metrics whose values are read when Prometheus collects them. */
function registerGauges(registry: Registry, { connections, hashing, rendering, streams }: GaugeReaders): void {
  const pool = (): Readonly<Record<string, number>> => {
    const { inUse, idle, waiting } = connections();
    return { in_use: inUse, idle, waiting };
  };
  for (const each of [
    states('portcullis_database_connections', 'Connections in use and idle, and requests waiting for one.', pool),
    states('portcullis_password_hashes', 'Password hashes running and waiting for a core.', () => ({ ...hashing() })),
    new Gauge({
      name: 'portcullis_open_streams',
      help: 'Streams of live updates that are open.',
      registers: [],
      collect() {
        this.set(streams());
      },
    }),
    new Gauge({
      name: 'portcullis_markdown_documents',
      help: 'Documents being converted and documents waiting for a thread, by queue (lane).',
      labelNames: ['lane', 'state'],
      registers: [],
      collect() {
        for (const [lane, { running, waiting }] of Object.entries(rendering())) {
          this.set({ lane, state: 'running' }, running);
          this.set({ lane, state: 'waiting' }, waiting);
        }
      },
    }),
  ]) {
    registry.registerMetric(each);
  }
}

/** Returns a gauge with one series for each state. */
const states = (name: string, help: string, values: () => Readonly<Record<string, number>>): Gauge =>
  new Gauge({
    name,
    help,
    labelNames: ['state'],
    registers: [],
    collect() {
      for (const [state, value] of Object.entries(values())) this.set({ state }, value);
    },
  });

async function serve(registry: Registry, address: Address): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, { ...address, hostVariable: 'METRICS_HOST', portVariable: 'METRICS_PORT' });
  return server;
}

import type { LoginLock } from '@portcullis/adapters-http/internal/checks/throttles';
import { prepareDatabase } from '@portcullis/adapters-persistence/internal/database';
import type { DeliveryCounters } from '@portcullis/application/internal/ports/delivery-senders';
import type { SignInLog } from '@portcullis/application/internal/ports/identity-providers';
import type { Logger } from 'pino';
import { openCounters } from '../adapters/counters.ts';
import { openMarkdown } from '../adapters/markdown.ts';
import { openMedia } from '../adapters/media.ts';
import { passwordHasher, type QueuedPasswordHasher } from '../adapters/passwords.ts';
import type { Config } from '../config/config.ts';
import type { GaugeReaders, Metrics } from '../observability/metrics.ts';
import { recentFigures, type RecentFigures } from '../observability/recent-figures.ts';
import type { CloseSteps } from '../process/shutdown.ts';
import { databaseOptions } from './database.ts';
import { applicationNameOf } from './other-modules.ts';
import { buildServices } from './build-services.ts';
import type { ResourceModule } from './resource-module.ts';
import type { Services } from './services.ts';

/** The services of a process, and those parts of them that its start and its HTTP server use directly. */
export interface OpenServices {
  readonly services: Services;
  readonly hasher: QueuedPasswordHasher;
  readonly gauged: GaugeReaders;
  readonly figures: RecentFigures;
  /** Undefined if METRICS_PORT is not set. */
  readonly metrics: Metrics | undefined;
}

/**
 * Opens what the services need, and builds the services. Does not connect to the database.
 * @param closing gets the steps that close what was opened, even if a later part cannot be opened
 * @throws {ConfigError} if two modules use the same name for a service, or METRICS_PORT is in use
 */
export async function openServices(
  config: Config,
  log: Logger,
  modules: readonly ResourceModule[],
  closing: CloseSteps,
): Promise<OpenServices> {
  const database = prepareDatabase({
    ...databaseOptions(config, modules),
    applicationName: applicationNameOf(modules),
  });
  closing.push(database.close);
  const { counters, disconnect } = await openCounters(config, database, log);
  closing.push(disconnect);
  const { renderer, endRendering, rendering } = openMarkdown(config);
  closing.push(endRendering);
  const hasher = passwordHasher(config, (userId) => log.warn({ userId }, 'the password hash of a user cannot be read'));
  closing.push(hasher.close);
  const { closeMedia, ...media } = await openMedia(config);
  closing.push(closeMedia);
  const { connections } = database;
  const locked = (lock: LoginLock): void => {
    log.warn(lock, 'login locked');
    metrics?.countLoginLock(lock.limit);
  };
  const deliveryCounters: DeliveryCounters = {
    queued: (count) => metrics?.deliveryCounters.queued(count),
    attempted: (result) => metrics?.deliveryCounters.attempted(result),
  };
  const signInLog: SignInLog = {
    failed: ({ cause, ...failure }) => log.warn({ ...failure, err: cause }, 'sign-in failed'),
    leftOut: (attributes) => log.warn(attributes, 'claims do not fit the attributes of users'),
    missing: (claims) => log.warn(claims, 'the provider has never sent these claims of the configuration'),
  };
  const installed = { config, database, counters, renderer, hasher, locked, deliveryCounters, signInLog };
  const services = buildServices({ ...installed, ...media }, modules);
  const streams = () => services.liveUpdates.openStreams;
  const gauged = { connections, hashing: hasher.load, rendering, streams };
  const metrics = await metricsOf(config, gauged);
  if (metrics !== undefined) closing.push(metrics.close);
  const figures = recentFigures({
    now: Date.now,
    random: Math.random,
    waiting: () => connections().waiting + hasher.load().waiting,
  });
  return { services, hasher, gauged, figures, metrics };
}

/** Serves the metrics if METRICS_PORT is set. The metrics library is large, so it is loaded only in this case. */
async function metricsOf(config: Config, gauged: GaugeReaders): Promise<Metrics | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const { openMetrics } = await import('../observability/metrics.ts');
  return openMetrics({ host: config.metricsHost, port: config.metricsPort }, gauged);
}

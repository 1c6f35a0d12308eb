import cluster from 'node:cluster';
import { jsonDecoder } from '@portcullis/adapters-http/internal/body/json-decoder';
import { formReceiver } from '@portcullis/adapters-http/internal/body/receive-form';
import { admission } from '@portcullis/adapters-http/internal/checks/admission';
import { Authenticator } from '@portcullis/adapters-http/internal/checks/authenticator';
import { eventLoopShare } from '@portcullis/adapters-http/internal/checks/event-loop-share';
import type { LoginLock } from '@portcullis/adapters-http/internal/checks/throttles';
import type { Route } from '@portcullis/adapters-http/internal/routes/route';
import { createApp } from '@portcullis/adapters-http/internal/server/app';
import { createHttpServer } from '@portcullis/adapters-http/internal/server/http-server';
import { mount } from '@portcullis/adapters-http/internal/server/mount';
import type { SiteOptions } from '@portcullis/adapters-http/internal/server/site';
import { readSite, withFiles } from '@portcullis/adapters-http/internal/server/site-files';
import { prepareDatabase, type Database } from '@portcullis/adapters-persistence/internal/database';
import { WrongMediaStore } from '@portcullis/application/internal/media/store-claim';
import type { DeliveryCounters } from '@portcullis/application/internal/ports/delivery-senders';
import type { SignInLog } from '@portcullis/application/internal/ports/identity-providers';
import { MediaStoreFailure } from '@portcullis/application/internal/ports/media-files';
import type { Logger } from 'pino';
import { urlOf, listen } from './process/listen.ts';
import type { Config } from './config/config.ts';
import { consoleSite, prepareDataDir } from './config/directories.ts';
import { connectWithRetry } from './process/connect-with-retry.ts';
import { openCounters } from './adapters/counters.ts';
import { missingKeysError } from './config/secrets-key-check.ts';
import { operator } from './adapters/operator.ts';
import { installationCheck } from './doctor/check-installation.ts';
import { isDemoLoaded, loadDemo } from './demo/load-demo.ts';
import { databaseOptions } from './wiring/database.ts';
import { bodyLimits, changeShareMs, largeResponseLimits } from './config/limits.ts';
import { version } from './config/version.ts';
import { logRequest } from './observability/log.ts';
import { logBrokenResponse } from './observability/log-broken-response.ts';
import { logUnadopted } from './observability/log-unadopted.ts';
import { openMarkdown } from './adapters/markdown.ts';
import { openMedia } from './adapters/media.ts';
import type { GaugeReaders, Metrics } from './observability/metrics.ts';
import { recentFigures } from './observability/recent-figures.ts';
import { systemStateOf } from './observability/system-state.ts';
import { passwordHasher } from './adapters/passwords.ts';
import { buildServices, type ResourceModule, type RouteSettings, type Services } from './wiring/services.ts';
import { startDeliveryWorker } from './maintenance/delivery-worker.ts';
import { startLiveFeed } from './maintenance/live-feed.ts';
import { maintenanceJobs, mediaJobs, mediaSweepMs, scheduleJobs } from './maintenance/jobs.ts';
import { startScheduler } from './maintenance/scheduler.ts';
import { startVariantWorker } from './maintenance/variant-worker.ts';
import { brandFiles } from './wiring/console-brand.ts';
import { readConsoleScripts } from './wiring/console-scripts.ts';
import { applicationNameOf, warnOfOtherModules } from './wiring/other-modules.ts';
import { seedModules } from './wiring/seed-modules.ts';
import { routesOf } from './wiring/routes.ts';
import { randomPassword } from './adapters/secrets.ts';
import { closeServer, ServiceState } from './process/shutdown.ts';

/** A service that was started in this process. */
export interface RunningServer {
  /** The URL at which the server listens, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The URL of the metrics, if METRICS_PORT is set. */
  readonly metricsUrl: string | undefined;
  readonly database: Database;
  readonly routes: readonly Route[];
  /** Whether this start created the first administrator. */
  readonly hasNewAdministrator: boolean;
  /** The password of the new administrator, if it is random. */
  readonly administratorPassword: string | undefined;
  /** The token of the setup link, if `administratorPassword` is set and the console is served. */
  readonly setupToken: string | undefined;
  /** Whether the demo users had been added before this start. */
  readonly hasDemoData: boolean;
  /**
   * Stops the background tasks, waits for the grace period and the requests in flight, and then closes everything else
   * that the start opened.
   */
  readonly close: () => Promise<void>;
}

/** The default of `stopping`: a signal that is never aborted. */
const never = new AbortController().signal;

/** What a service serves in addition, and what stops its start. */
export interface ServerOptions {
  /** Aborts the start while the service waits for the database. */
  readonly stopping?: AbortSignal;
  /** Resources of your own, which are served in addition to those of the service. */
  readonly modules?: readonly ResourceModule[];
}

/**
 * Listens, opens the database, migrates it, checks the keys of stored secrets and creates the first administrator.
 * Until then, all requests except those for the health of the service get 503. A cluster worker opens the database
 * before it listens, and every worker but the first is ready when it listens. If a step fails, or `stopping` is aborted before the database is open, everything that was opened
 * is closed again.
 * @throws {ConfigError} if a module does not fit the service
 * @throws {WrongMediaStore} if other processes of this installation store files elsewhere
 * @example
 * const config = readConfig(process.env);
 * const server = await startServer(config, await createLog(config), { modules: [] });
 * console.log(`The service listens on ${server.url}.`);
 * await server.close();
 */
export async function startServer(
  config: Config,
  log: Logger,
  { stopping = never, modules: furtherModules = [] }: ServerOptions = {},
): Promise<RunningServer> {
  const closing: (() => Promise<void>)[] = [];
  const state = new ServiceState();
  const close = async () => {
    // The service is no longer ready, even while the tasks that run in the background are stopped.
    state.stop();
    const failed: unknown[] = [];
    for (const step of closing.splice(0).toReversed()) await step().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) log.error({ err: failed[0] }, 'closing failed');
  };
  try {
    if (config.databaseUrl === undefined) prepareDataDir(config.dataDir);
    const database = prepareDatabase({
      ...databaseOptions(config, furtherModules),
      applicationName: applicationNameOf(furtherModules),
      nextTurn: eventLoopShare(changeShareMs).next,
    });
    closing.push(database.close);
    const { counters, disconnect } = await openCounters(config, database, log);
    closing.push(disconnect);
    const { renderer, endRendering, rendering } = openMarkdown(config);
    closing.push(endRendering);
    const hasher = passwordHasher(config, (userId) =>
      log.warn({ userId }, 'the password hash of a user cannot be read'),
    );
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
    };
    const installed = { config, database, counters, renderer, hasher, locked, deliveryCounters, signInLog };
    const services = buildServices({ ...installed, ...media }, furtherModules);
    const { liveUpdates } = services;
    const streams = () => liveUpdates.openStreams;
    const gauged = { connections, hashing: hasher.load, rendering, streams };
    const metrics = await metricsOf(config, gauged);
    if (metrics !== undefined) closing.push(metrics.close);

    const figures = recentFigures({
      now: Date.now,
      random: Math.random,
      waiting: () => connections().waiting + hasher.load().waiting,
    });
    const settings: RouteSettings = {
      isServing: () => state.isServing,
      systemState: systemStateOf(config, database, gauged, figures.read),
      checkInstallation: installationCheck(config, services),
      loadDemo: async (actor) => {
        const password = randomPassword(config.passwordMinLength);
        try {
          await loadDemo(services, { actor, password });
          await seedModules(services, furtherModules, actor);
          return { password, isComplete: true };
        } catch (error) {
          log.error({ err: error }, 'adding the demo data failed');
          return { password, isComplete: false };
        }
      },
    };
    const routes = routesOf(services, settings, furtherModules);
    const authenticator = new Authenticator(services.accessTokens, services.access, services.redeemStreamTicket, {
      apiKeyTokens: services.apiKeyTokens,
      recordKeyUse: services.recordKeyUse,
      limits: services.rateLimits,
      apiKeyLimit: services.apiKeyLimit,
    });
    const decoder = jsonDecoder();
    closing.push(decoder.close);
    const changeTime = eventLoopShare(changeShareMs);
    const router = mount(routes, {
      authenticator,
      limits: services.rateLimits,
      visitorViews: services.visitorViews,
      bodyLimits,
      decoder,
      receiveForm: formReceiver(config.mediaMaxBytes),
      admit: admission({ reads: config.maxReads, writes: config.maxWrites }),
      nextTurn: changeTime.next,
      state,
      requiresIfMatch: config.requireIfMatch,
      stepUpMaxAge: config.stepUpMaxAge,
      largeResponses: largeResponseLimits,
      idempotency: {
        runOnce: services.runOnce,
        bodySecrets: services.keys.bodySecrets,
      },
      admitPassword: async () => hasher.refuseWhenFull(),
    });
    const observe = observer(logRequest(log), figures.count, metrics?.countRequest);
    const app = createApp({
      router,
      site: { version, console: await consoleOf(config, log, furtherModules), mediaOrigin: config.mediaOrigin },
      trustProxy: config.trustProxy,
      corsOrigins: config.corsOrigins,
      log: observe,
      state,
    });
    app.on('error', logBrokenResponse(log));
    const server = createHttpServer(app.callback(), observe);
    server.on('connection', changeTime.connected);
    let graceMs = 0;
    const begin = async (): Promise<void> => {
      await listen(server, { ...config, hostVariable: 'HOST', portVariable: 'PORT' });
      closing.push(() => closeServer(server, state, graceMs, () => liveUpdates.end()));
      log.info({ url: urlOf(server), metricsUrl: metrics?.url }, 'listening');
    };
    if (cluster.isPrimary) await begin();

    await connectWithRetry(database.open, log, stopping);
    const missingKeys = await services.checkSecretsKeys();
    if (missingKeys.length > 0) throw missingKeysError(config, missingKeys);
    await requireOwnStore(services, log);
    const listensWhenReady = cluster.isWorker && cluster.worker?.id !== 1;
    if (cluster.isWorker && !listensWhenReady) await begin();
    const hasDemoData = await isDemoLoaded(services);
    // The generated password is shown only once, and a failure after this step would lose it. So the administrator is
    // created after the steps that fail most often: opening the database and listening.
    const administrator = await firstAdministrator(services, config);
    state.started();
    // Requests already reach the other workers, so a worker that joins them must not refuse its first requests.
    if (listensWhenReady) await begin();
    const wakeUp = services.eventWakeUp;
    closing.push(startLiveFeed({ liveUpdates, wakeUp, signals: database.signals, log }).stop);
    closing.push(startScheduler(maintenanceJobs(services, database, config, log), log).stop);
    closing.push(startScheduler(mediaJobs(services), log, mediaSweepMs).stop);
    if (config.deliveries) {
      const worker = startDeliveryWorker({
        queueEvents: services.queueEvents,
        work: services.sendDeliveries,
        deliveries: services.deliveries,
        wakeUp: services.deliveryWakeUp,
        log,
      });
      closing.push(worker.stop);
    }
    const { makeVariants, mediaWakeUp } = services;
    closing.push(startVariantWorker({ makeVariants, wakeUp: mediaWakeUp, log }));
    const { scheduleSweepMs } = config;
    if (scheduleSweepMs > 0) closing.push(startScheduler(scheduleJobs(services), log, scheduleSweepMs).stop);
    graceMs = config.shutdownGraceMs;
    if (config.mail === undefined) log.warn('Mails cannot be sent, because SMTP_URL is not set.');
    if (config.databaseUrl !== undefined) await warnOfOtherModules(database, furtherModules, log);
    await logUnadopted(services.permissions, log);
    log.info('ready');
    await hasher.start();
    return { url: urlOf(server), metricsUrl: metrics?.url, database, routes, hasDemoData, ...administrator, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Checks that files are stored where the other processes of this installation store them. A store that cannot be reached
 * does not prevent the start, because most requests do not need it.
 * @throws {WrongMediaStore}
 */
async function requireOwnStore({ checkStoreClaim }: Services, log: Logger): Promise<void> {
  try {
    await checkStoreClaim();
  } catch (error) {
    if (error instanceof WrongMediaStore || !(error instanceof MediaStoreFailure)) throw error;
    log.warn({ err: error }, 'the store of files cannot be read');
  }
}

async function consoleOf(
  config: Config,
  log: Logger,
  modules: readonly ResourceModule[],
): Promise<SiteOptions['console']> {
  if (!config.console) return 'off';
  const scripts = await readConsoleScripts(modules);
  const site = await readSite(consoleSite());
  if (site === undefined) log.warn('The console has not been built: run npm run build, or set CONSOLE to false.');
  if (site === undefined) return undefined;
  return withFiles(site, new Map([...scripts, ...(await brandFiles(site, config))]));
}

/** Serves the metrics if METRICS_PORT is set. The metrics library is large, so it is loaded only in this case. */
async function metricsOf(config: Config, gauged: GaugeReaders): Promise<Metrics | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const { openMetrics } = await import('./observability/metrics.ts');
  return openMetrics({ host: config.metricsHost, port: config.metricsPort }, gauged);
}

type Observe = Metrics['countRequest'];

/** Returns one function that logs a request and counts it for the overview and, if they are enabled, for the metrics. */
const observer =
  (log: Observe, count: Observe, measure: Observe | undefined): Observe =>
  (entry) => {
    log(entry);
    count(entry);
    measure?.(entry);
  };

/**
 * Creates the first administrator if there is none. If no password is configured, the account gets a random password.
 * If the console is served, an account with a random password also gets a setup link, with which its owner chooses a
 * new password.
 */
async function firstAdministrator(
  services: Services,
  { adminUsername: username, adminEmail: email, adminPassword: given, console, passwordMinLength }: Config,
): Promise<Pick<RunningServer, 'hasNewAdministrator' | 'administratorPassword' | 'setupToken'>> {
  const ensure = services.ensureAdministrator;
  const actor = operator('start');
  const none = { hasNewAdministrator: false, administratorPassword: undefined, setupToken: undefined };
  if (given !== undefined) {
    return { ...none, hasNewAdministrator: await ensure({ actor, username, email, password: given }) };
  }
  const password = randomPassword(passwordMinLength);
  const setup = console ? services.setupTokens.create() : undefined;
  const isMade = await ensure({ actor, username, email, password, setupTokenHash: setup?.hash });
  return isMade ? { hasNewAdministrator: true, administratorPassword: password, setupToken: setup?.token } : none;
}

import cluster from 'node:cluster';
import { assertionIssuer } from '@portcullis/adapters-http/internal/checks/assertions';
import type { Route } from '@portcullis/adapters-http/internal/routes/route';
import type { Database } from '@portcullis/adapters-persistence/internal/database';
import { makePrivate } from '@portcullis/adapters-persistence/internal/embedded/private-files';
import { WrongMediaStore } from '@portcullis/application/internal/media/store-claim';
import { MediaStoreFailure } from '@portcullis/application/internal/ports/media-files';
import type { Logger } from 'pino';
import { randomPassword } from './adapters/secrets.ts';
import { ConfigError } from './config/config-error.ts';
import type { Config } from './config/config.ts';
import { prepareDataDir } from './config/directories.ts';
import { missingKeysError } from './config/secrets-key-check.ts';
import { isDemoLoaded } from './demo/is-demo-loaded.ts';
import { messageOfTables } from './doctor/finding.ts';
import { installationCheck } from './doctor/check-installation.ts';
import { startBackgroundTasks } from './maintenance/background-tasks.ts';
import { systemStateOf } from './observability/system-state.ts';
import { connectWithRetry } from './process/connect-with-retry.ts';
import { listen, urlOf } from './process/listen.ts';
import { closeAll, closeServer, ServiceState, type CloseSteps } from './process/shutdown.ts';
import { firstAdministrator, type FirstAdministrator } from './wiring/first-administrator.ts';
import { buildHttpServer } from './wiring/http-server.ts';
import { openServices, type OpenServices } from './wiring/open-services.ts';
import { warnOfOtherModules } from './wiring/other-modules.ts';
import { routesOf } from './wiring/routes.ts';
import { seedModules } from './modules/seed-modules.ts';
import type { ResourceModule } from './wiring/resource-module.ts';
import type { RouteSettings, Services } from './wiring/services.ts';

/** A service that was started in this process. */
export interface RunningServer extends FirstAdministrator {
  /** The URL at which the server listens, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The URL of the metrics, if METRICS_PORT is set. */
  readonly metricsUrl: string | undefined;
  readonly database: Database;
  readonly routes: readonly Route[];
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
 * before it listens, and every worker but the first is ready when it listens. If a step fails, or `stopping` is aborted
 * before the database is open, everything that was opened is closed again.
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
  const closing: CloseSteps = [];
  const state = new ServiceState();
  const close = async () => {
    // The service is no longer ready, even while the tasks that run in the background are stopped.
    state.stop();
    const failed = await closeAll(closing);
    if (failed.length > 0) log.error({ err: failed[0] }, 'closing failed');
  };
  try {
    if (config.databaseUrl === undefined) prepareDataDir(config.dataDir);
    if (cluster.isPrimary || cluster.worker?.id === 1) await tighten(config.dataDir, log);
    const opened = await openServices(config, log, furtherModules, closing);
    const { services, hasher, metrics } = opened;
    const { database } = services;
    const routes = routesOf(
      services,
      routeSettings(config, log, opened, { state, modules: furtherModules }),
      furtherModules,
    );
    const server = await buildHttpServer(config, log, { opened, routes, modules: furtherModules, state }, closing);
    let graceMs = 0;
    const begin = async (): Promise<void> => {
      await listen(server, { ...config, hostVariable: 'HOST', portVariable: 'PORT' });
      closing.push(() => closeServer(server, state, graceMs, () => services.liveUpdates.end()));
      log.info({ url: urlOf(server), metricsUrl: metrics?.url }, 'listening');
    };
    if (cluster.isPrimary) await begin();

    await connectWithRetry(database.open, log, stopping);
    await requireTables(database);
    const missingKeys = await services.checkSecretsKeys();
    if (missingKeys.length > 0) throw missingKeysError(config, missingKeys);
    await requireOwnStore(services, log);
    const isFirstWorker = cluster.worker?.id === 1;
    if (isFirstWorker) await begin();
    const hasDemoData = await isDemoLoaded(services);
    // The generated password is shown only once, and a failure after this step would lose it. So the administrator is
    // created after the steps that fail most often: opening the database and listening.
    const administrator = await firstAdministrator(services, config);
    state.started();
    // Requests already reach the other workers, so a worker that joins them must not refuse its first requests.
    if (cluster.isWorker && !isFirstWorker) await begin();
    startBackgroundTasks(services, config, log, closing);
    graceMs = config.shutdownGraceMs;
    if (config.mail === undefined) log.warn('Mails cannot be sent, because SMTP_URL is not set.');
    if (config.environment === 'production' && !config.requireIfMatch) {
      log.warn('Set REQUIRE_IF_MATCH=true, so that no change silently overwrites one that its sender has not seen.');
    }
    if (config.databaseUrl !== undefined) await warnOfOtherModules(database, furtherModules, log);
    log.info('ready');
    await hasher.start();
    return { url: urlOf(server), metricsUrl: metrics?.url, database, routes, hasDemoData, ...administrator, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes the data directory private. The service starts even if this is not possible, as on a volume of another user. */
async function tighten(dataDir: string, log: Logger): Promise<void> {
  await makePrivate(dataDir).catch((error: unknown) => {
    log.warn({ err: error }, 'DATA_DIR is open to other users of this machine, and its permissions cannot be changed');
  });
}

/**
 * Checks that the tables have what the fields of the modules need.
 * @throws {ConfigError}
 */
async function requireTables({ tableFaults }: Database): Promise<void> {
  const faults = await tableFaults();
  if (faults.length > 0) throw new ConfigError(messageOfTables(faults));
}

/** Returns those dependencies of routes that are not services. */
function routeSettings(
  config: Config,
  log: Logger,
  { services, gauged, figures }: OpenServices,
  { state, modules }: { readonly state: ServiceState; readonly modules: readonly ResourceModule[] },
): RouteSettings {
  return {
    isServing: () => state.isServing,
    systemState: systemStateOf(config, services.database, gauged, figures.read),
    checkInstallation: installationCheck(config, services),
    tokenKeys: () => services.keys().tokenKeys,
    issueAssertion: assertionIssuer({ ...services, ...services.keys(), publicUrl: config.publicUrl }),
    loadDemo: async (actor) => {
      const password = randomPassword(config.passwordMinLength);
      try {
        const { loadDemo } = await import('./demo/load-demo.ts');
        await loadDemo(services, { actor, password });
        await seedModules(services, modules, actor);
        return { password, isComplete: true };
      } catch (error) {
        log.error({ err: error }, 'adding the demo data failed');
        return { password, isComplete: false };
      }
    },
  };
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

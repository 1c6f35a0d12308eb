import { statfs } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { WrongMediaStore } from '@portcullis/application/internal/media/store-claim';
import { MediaStoreFailure } from '@portcullis/application/internal/ports/media-files';
import type { SecretsKeyUse } from '@portcullis/application/internal/secrets/check-secrets-keys';
import { connectDatabase, useDatabase, type Database } from '@portcullis/adapters-persistence/internal/database';
import {
  diagnoseDatabase,
  diagnoseMigrations,
  type DatabaseDiagnosis,
} from '@portcullis/adapters-persistence/internal/diagnosis';
import { DirectoryInUse } from '@portcullis/adapters-persistence/internal/embedded/directory-lock';
import { openToOthers } from '@portcullis/adapters-persistence/internal/embedded/private-files';
import type { Config } from '../config/config.ts';
import { requireUsableDataDir } from '../config/directories.ts';
import { signingKeyTexts } from '../config/signing-keys.ts';
import { oneLineMessage } from '../process/one-line-message.ts';
import { databaseOptions } from '../wiring/database.ts';
import type { ResourceModule } from '../wiring/resource-module.ts';
import type { Services } from '../wiring/services.ts';
import { withSilentServices } from '../wiring/silent-services.ts';

/** Something that was asked for: the value, or in one line why there is none. */
export type Asked<Value> = { readonly value: Value } | { readonly fault: string };

/** The facts about an installation from which `judge` concludes what is wrong with it. */
export interface Facts {
  readonly config: Config;
  /** The release of Node, such as `20.19.0`. */
  readonly node: string;
  /**
   * The free and the total bytes of the file system with the data directory, and how many files and folders in it other
   * users of the machine have access to.
   */
  readonly disk: Asked<{ readonly free: number; readonly total: number; readonly open: number }>;
  readonly database: Asked<DatabaseFacts>;
  /** What `DATABASE_REPLICA_URLS` names, by host and port. */
  readonly replicas: readonly { readonly host: string; readonly database: Asked<DatabaseDiagnosis> }[];
  /** Undefined if REDIS_URL is not set; otherwise whether Redis responds. */
  readonly redis: Asked<true> | undefined;
  /** Undefined if SMTP_URL is not set; otherwise whether the server takes mails from this installation. */
  readonly mail: Asked<true> | undefined;
  /** Undefined if PUBLIC_URL is not set; otherwise the service that responds there. */
  readonly publicUrl: Asked<{ readonly isPortcullis: boolean }> | undefined;
  /** Whether the discovery document of each sign-in provider can be read. */
  readonly providers: readonly { readonly key: string; readonly document: Asked<true> }[];
}

export type DatabaseFacts =
  | { readonly kind: 'new' }
  | { readonly kind: 'in use'; readonly by: string }
  | (Pick<DatabaseDiagnosis, 'migrations'> & StoredFacts & { readonly kind: 'embedded' })
  | (DatabaseDiagnosis & StoredFacts & { readonly kind: 'postgresql' });

/** What the rows of the database say about keys, and about the store of files. */
interface StoredFacts {
  /** Each fault of the tables of modules, as a clause. */
  readonly tables: readonly string[];
  readonly keys: SecretsKeyUse;
  /** A fault if the store has the files of another installation, which prevents a start. */
  readonly files: Asked<true>;
}

/** Maximum time until something that is asked over the network responds, in milliseconds. */
const patienceMs = 5000;

interface Running {
  readonly database: Database;
  readonly services: Comparisons;
}

type Comparisons = Pick<Services, 'compareSecretsKeys' | 'checkStoreClaim'>;

interface GatherOptions {
  readonly modules: readonly ResourceModule[];
  /** Describes an error of the database to the operator, in one line. */
  readonly describe: (error: unknown) => string;
  /** What a running service has open, which is then not opened once more. */
  readonly running?: Running;
}

/** Asks everything that the configuration names. Changes nothing. */
export async function gatherFacts(config: Config, { modules, describe, running }: GatherOptions): Promise<Facts> {
  const { dataDir, redisUrl, publicUrl, providers, mail } = config;
  // Opening the embedded database changes the permissions of its files.
  const disk = await asked(async () => {
    if (usesDataDir(config)) requireUsableDataDir(dataDir);
    const { bavail, blocks, bsize } = await statfs(existsSync(dataDir) ? dataDir : '.');
    return { free: bavail * bsize, total: blocks * bsize, open: await countOpen(dataDir) };
  });
  const [database, replicas, redis, smtp, site, documents] = await Promise.all([
    asked(
      () =>
        running === undefined
          ? closedDatabaseFacts(config, modules)
          : openDatabaseFacts(config, running.database, (use) => use(running.services)),
      describe,
    ),
    Promise.all(
      config.databaseReplicaUrls.map(async (url) => ({
        host: new URL(url).host,
        database: await asked(
          async () =>
            useDatabase(asItIs({ ...config, databaseUrl: url, databaseReplicaUrls: [] }, modules), ({ dataSource }) =>
              diagnoseDatabase(dataSource),
            ),
          (error) => describe(error).replaceAll('DATABASE_URL', 'DATABASE_REPLICA_URLS'),
        ),
      })),
    ),
    redisUrl === undefined ? undefined : asked(() => pingRedis(redisUrl)),
    mail?.smtpUrl === undefined ? undefined : asked(() => greetMailServer(mail.smtpUrl ?? '')),
    publicUrl === undefined ? undefined : asked(() => callService(publicUrl)),
    Promise.all(
      providers.map(async ({ key, issuer }) => ({ key, document: await asked(() => readDiscovery(issuer)) })),
    ),
  ]);
  const { node } = process.versions;
  return { config, node, disk, database, replicas, redis, mail: smtp, publicUrl: site, providers: documents };
}

async function countOpen(folder: string): Promise<number> {
  const paths = openToOthers(folder);
  let count = 0;
  while ((await paths.next()).done !== true) count += 1;
  return count;
}

/** Whether a start needs the data directory: for the database, or for generated keys. */
const usesDataDir = (config: Config): boolean => {
  const { privateKeys, secrets } = signingKeyTexts(config);
  return config.databaseUrl === undefined || privateKeys.length + secrets.length === 0;
};

/** A store that cannot be read does not prevent a start. */
async function requireNoOtherFiles(checkStoreClaim: Comparisons['checkStoreClaim']): Promise<true> {
  try {
    await checkStoreClaim();
  } catch (error) {
    if (error instanceof WrongMediaStore || !(error instanceof MediaStoreFailure)) throw error;
  }
  return true;
}

/** Asks, and describes a failure by its cause, which says more than the error of `fetch`. */
async function asked<Value>(
  ask: () => Promise<Value>,
  describeError: (error: unknown) => string = (error) =>
    oneLineMessage(error instanceof TypeError && error.cause !== undefined ? error.cause : error),
): Promise<Asked<Value>> {
  try {
    return { value: await ask() };
  } catch (error) {
    return { fault: describeError(error).replace(/\.$/, '') };
  }
}

async function closedDatabaseFacts(config: Config, modules: readonly ResourceModule[]): Promise<DatabaseFacts> {
  if (config.databaseUrl === undefined && !existsSync(config.dataDir)) return { kind: 'new' };
  try {
    return await useDatabase(asItIs(config, modules), (database) =>
      openDatabaseFacts(config, database, (use) => withSilentServices(config, database, use)),
    );
  } catch (error) {
    if (error instanceof DirectoryInUse) return { kind: 'in use', by: error.message };
    throw error;
  }
}

async function openDatabaseFacts(
  { databaseUrl }: Config,
  { dataSource, tableFaults }: Database,
  withServices: <T>(use: (services: Comparisons) => Promise<T>) => Promise<T>,
): Promise<DatabaseFacts> {
  const diagnosis =
    databaseUrl === undefined
      ? { kind: 'embedded' as const, migrations: await diagnoseMigrations(dataSource) }
      : { kind: 'postgresql' as const, ...(await diagnoseDatabase(dataSource)) };
  const hasTables = diagnosis.migrations.pending.length === 0;
  if (!hasTables) {
    const keys = { missing: [], needed: [], unneeded: [], configured: [] };
    return { ...diagnosis, tables: [], keys, files: { value: true } };
  }
  return withServices(async ({ compareSecretsKeys, checkStoreClaim }) => ({
    ...diagnosis,
    tables: await tableFaults(),
    keys: await compareSecretsKeys(),
    files: await asked(() => requireNoOtherFiles(checkStoreClaim)),
  }));
}

/** Opens a database as it is, without running migrations. */
const asItIs = (config: Config, modules: readonly ResourceModule[]): Promise<Database> =>
  connectDatabase({ ...databaseOptions(config, modules), acceptsStandby: true });

async function pingRedis(url: string): Promise<true> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, { lazyConnect: true, connectTimeout: patienceMs, retryStrategy: () => null });
  // After a failure, the rejected promise says only that the connection is closed.
  let cause: unknown;
  client.on('error', (error) => {
    cause ??= error;
  });
  try {
    await client.connect();
    await client.ping();
    return true;
  } catch (error) {
    throw cause ?? error;
  } finally {
    client.disconnect();
  }
}

async function greetMailServer(url: string): Promise<true> {
  const { checkServer } = await import('../adapters/mail/smtp-delivery.ts');
  await checkServer(url);
  return true;
}

/** The statuses of a proxy that does not reach the service. */
const unreachable = [502, 503, 504];

async function callService(publicUrl: string): Promise<{ readonly isPortcullis: boolean }> {
  const response = await fetchInTime(`${publicUrl}/api/health/live`, { redirect: 'manual' });
  const body: unknown = await response.json().catch(() => undefined);
  const isPortcullis = typeof body === 'object' && body !== null && 'success' in body;
  if (!isPortcullis && unreachable.includes(response.status))
    throw new Error(`a proxy responds with ${response.status}`);
  return { isPortcullis };
}

async function readDiscovery(issuer: string): Promise<true> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { ok, status } = await fetchInTime(url);
  if (!ok) throw new Error(`${url} responds with ${status}`);
  return true;
}

/** Sends a GET request, and ends it if there is no response in time. */
async function fetchInTime(url: string, options: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...options, signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new Error(`no response within ${patienceMs / 1000} s`, { cause: error });
  }
}

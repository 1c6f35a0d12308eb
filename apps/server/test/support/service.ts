import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMigratedTemplate,
  directoryWithDatabase,
  dropDatabase,
  keepDatabasesInMemory,
  migratedDatabase,
  shareMigratedDirectory,
} from '@portcullis/adapters-persistence/internal/testing';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Logger } from 'pino';
import { readConfig } from '../../src/config/config.ts';
import type { PasswordCost } from '../../src/config/limits.ts';
import type { ResourceModule } from '../../src/wiring/resource-module.ts';
import { startServer, type RunningServer } from '../../src/server.ts';
import { apiAt, type Api } from './api.ts';
import { documentModules } from './contract.ts';
import { noteDatabase, notedDatabases, openNotes, removeNotes } from './notes.ts';
import { expectEventsOfWrites, forgetWrites } from './recorded-writes.ts';
import { expectCleanLog, scannedLog } from './scanned-log.ts';

/** Clients of a service. */
export interface ServiceClients {
  /** A client without a token. */
  readonly api: Api;
  /** A client with a token of the first administrator. */
  readonly admin: Api;
}

/** A running service with a new database: in PostgreSQL if TEST_DATABASE_URL names a server, otherwise embedded. */
export interface Service extends ServiceClients {
  readonly server: RunningServer;
  readonly directory: string;
  /** The URL of the PostgreSQL database that was created for this service; undefined for an embedded database. */
  readonly databaseUrl: string | undefined;
  readonly stop: () => Promise<void>;
}

export const administrator = { username: 'admin', email: 'admin@example.com', password: 'first-administrator-1' };

/** The secret with which tests sign tokens. */
export const signingSecret = 'a secret that only tests use, of 256 bits';

type Environment = Readonly<Record<string, string>>;

/** The lowest cost that argon2 accepts. The tests log in thousands of times. */
const lowestCost: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export async function startService(
  environment: Environment = {},
  log: Logger = scannedLog(),
  furtherModules: readonly ResourceModule[] = [],
  passwordCost = lowestCost,
): Promise<Service> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  const directory =
    adminUrl === undefined ? await directoryWithDatabase() : await mkdtemp(join(tmpdir(), 'portcullis-'));
  const database = adminUrl === undefined ? undefined : await migratedDatabase(adminUrl);
  const config = readConfig(
    {
      PORT: '0',
      DATA_DIR: directory,
      DATABASE_URL: database?.url,
      ADMIN_PASSWORD: administrator.password,
      JWT_SECRET: signingSecret,
      REGISTER_RATE_LIMIT: '1000000',
      SHUTDOWN_GRACE: '0s',
      // Polling for deliveries and for due schedules would disturb tests that count statements.
      DELIVERIES: 'false',
      SCHEDULE_SWEEP: '0s',
      ...environment,
    },
    { modules: furtherModules },
  );
  const server = await startServer({ ...config, passwordCost }, log, { modules: furtherModules });
  forgetWrites(server.url);
  if (furtherModules.length > 0) await documentModules(server.url, furtherModules);
  const api = apiAt(server.url);
  return {
    server,
    directory,
    databaseUrl: database?.url,
    api,
    admin: await logInAs(api, administrator),
    stop: async () => {
      try {
        await expectEventsOfWrites(server);
      } finally {
        await server.close();
        await database?.drop();
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}

/** Whether this process is a Mocha worker, which runs only some of the test files. */
const isWorker = process.env['MOCHA_WORKER_ID'] !== undefined;

const shared = new Map<readonly ResourceModule[], Promise<Service>>();
const noModules: readonly ResourceModule[] = [];

/**
 * Returns the service that all test files of a process share, or the one that those with the same list of modules share.
 * Each test reads only the data that it has created.
 */
export function sharedService(modules = noModules): Promise<Service> {
  const service = shared.get(modules) ?? startShared(modules);
  shared.set(modules, service);
  return service;
}

/** The lifetime of the access tokens of the shared service: longer than all tests take, even on a slow machine. */
export const sharedTokenLifetime = '4h';

async function startShared(modules: readonly ResourceModule[]): Promise<Service> {
  const service = await startService({ ACCESS_TOKEN_TTL: sharedTokenLifetime }, undefined, modules);
  if (isWorker) {
    // A worker does not stop the service: Mocha calls `afterAll` after each file, and a worker cannot know which file
    // is its last. The directory is removed when the process exits, and the database is dropped at the end of the run.
    process.once('exit', () => rmSync(service.directory, { recursive: true, force: true }));
    if (service.databaseUrl !== undefined) noteDatabase(service.databaseUrl);
  }
  return service;
}

/** In a worker, Mocha calls this hook after each file. In a single process, Mocha calls it after all tests. */
export const mochaHooks = {
  async afterAll(): Promise<void> {
    for (const starting of shared.values()) {
      const service = await starting;
      await (isWorker ? expectEventsOfWrites(service.server) : service.stop());
    }
    expectCleanLog();
  },
};

let freeMemory = async (): Promise<void> => undefined;

/** Mocha calls this function once, before it starts a worker. */
export async function mochaGlobalSetup(): Promise<void> {
  const { folder, inMemory } = await openNotes();
  shareMigratedDirectory(join(folder, 'database'));
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (adminUrl === undefined) return;
  if (inMemory) freeMemory = await keepDatabasesInMemory(adminUrl);
  noteDatabase((await createMigratedTemplate(adminUrl)).url);
}

/** Mocha calls this function once, when every worker has ended. */
export async function mochaGlobalTeardown(): Promise<void> {
  try {
    for (const url of notedDatabases()) await dropDatabase(url);
    await freeMemory();
  } finally {
    await removeNotes();
  }
}

/** Returns a name that no other test uses. */
export const unique = (prefix = 'x'): string => `${prefix}${randomBytes(6).toString('hex')}`;

export async function logInAs(api: Api, account: { username: string; password: string }): Promise<Api> {
  const { username, password } = account;
  const response = await api.post<{ token: { accessToken: string } }>('/auth/login', { username, password });
  expect(response.status, response.message).to.equal(200);
  return api.as(response.data.token.accessToken);
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** A client with the token of this person. */
  readonly api: Api;
}

/** Creates a user with the roles that have these codes, by default USER. */
export async function aPerson(service: ServiceClients, roleCodes: readonly string[] = ['USER']): Promise<Person> {
  const { data: roles } = await service.admin.get<{ items: { id: string; code: string }[] }>('/roles?pageSize=100');
  return aUserWithRoles(service, ...roles.items.filter(({ code }) => roleCodes.includes(code)));
}

/** Creates a user with exactly these roles. */
export async function aUserWithRoles(
  { api, admin }: ServiceClients,
  ...roles: readonly { readonly id: string }[]
): Promise<Person> {
  const username = unique('person-');
  const account = { username, email: `${username}@example.com`, password: `password-${username}` };
  const roleIds = roles.map(({ id }) => id);
  const { data, status, message } = await admin.post<{ id: string }>('/users', { ...account, roleIds });
  expect(status, message).to.equal(201);
  return { ...account, id: data.id, api: await logInAs(api, account) };
}

/** Creates another administrator, for tests that would reach the rate limit of a single administrator. */
export const anAdministrator = (service: ServiceClients): Promise<Person> => aPerson(service, [administratorRole.code]);

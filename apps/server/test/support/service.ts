import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryWithDatabase, temporaryDatabase } from '@portcullis/adapters-persistence/testing';
import { administratorRole } from '@portcullis/domain';
import { expect } from 'chai';
import type { Context } from 'mocha';
import type { Logger } from 'pino';
import { readConfig } from '../../src/config/config.ts';
import type { Noun } from '../../src/wiring/provide.ts';
import { startServer, type RunningServer } from '../../src/server.ts';
import { apiAt, type Api } from './api.ts';
import { expectAllProvoked, expectOnlyDeclared, isWhole } from './provoked.ts';
import { expectCleanLog, scannedLog } from './scanned-log.ts';

/** A service as its first callers see it. */
export interface Entrance {
  /** As nobody. */
  readonly api: Api;
  /** As the first administrator. */
  readonly admin: Api;
}

/** A running service with an empty database: PostgreSQL where TEST_DATABASE_URL names a server, else the embedded one. */
export interface Service extends Entrance {
  readonly server: RunningServer;
  readonly stop: () => Promise<void>;
}

export const administrator = { username: 'admin', email: 'admin@example.com', password: 'first-administrator-1' };

/** What tests sign tokens with, to show which ones are refused. */
export const signingSecret = 'a secret that only tests know, 256 bits';

type Environment = Readonly<Record<string, string>>;

export async function startService(
  environment: Environment = {},
  log: Logger = scannedLog(),
  furtherNouns: readonly Noun[] = [],
): Promise<Service> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  const directory =
    adminUrl === undefined ? await directoryWithDatabase() : await mkdtemp(join(tmpdir(), 'portcullis-'));
  const database = adminUrl === undefined ? undefined : await temporaryDatabase(adminUrl);
  const config = readConfig({
    PORT: '0',
    DATA_DIR: directory,
    DATABASE_URL: database?.url,
    ADMIN_PASSWORD: administrator.password,
    JWT_SECRET: signingSecret,
    REGISTER_RATE_LIMIT: '1000000',
    SHUTDOWN_GRACE: '0s',
    ...environment,
  });
  const server = await startServer(config, log, undefined, furtherNouns);
  const api = apiAt(server.url);
  return {
    server,
    api,
    admin: await loggedIn(api, administrator),
    stop: async () => {
      await server.close();
      await database?.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

let shared: Promise<Service> | undefined;

/** One service for the whole run: tests keep out of each other's way by making what they look at. */
export const sharedService = (): Promise<Service> => (shared ??= startService());

/** Read by mocha, which calls it when every test has run. */
export const mochaHooks = {
  async afterAll(this: Context): Promise<void> {
    await (await shared)?.stop();
    expectCleanLog();
    expectOnlyDeclared();
    if (isWhole(this.test?.parent ?? expect.fail('There is no run.'))) expectAllProvoked();
  },
};

/** A name that no other test uses. */
export const unique = (prefix = 'x'): string => `${prefix}${randomBytes(6).toString('hex')}`;

export async function loggedIn(api: Api, account: { username: string; password: string }): Promise<Api> {
  const { username, password } = account;
  const answer = await api.post<{ token: { accessToken: string } }>('/auth/login', { username, password });
  expect(answer.status, answer.message).to.equal(200);
  return api.as(answer.data.token.accessToken);
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** The service as this person sees it. */
  readonly api: Api;
}

/** A new user with these roles, given by code; USER alone where nothing is said. */
export async function aPerson(service: Entrance, roleCodes: readonly string[] = ['USER']): Promise<Person> {
  const { data: roles } = await service.admin.get<{ items: { id: string; code: string }[] }>('/roles?pageSize=100');
  return aHolderOf(service, ...roles.items.filter(({ code }) => roleCodes.includes(code)));
}

/** A new user with exactly these roles. */
export async function aHolderOf(
  { api, admin }: Entrance,
  ...roles: readonly { readonly id: string }[]
): Promise<Person> {
  const username = unique('person-');
  const account = { username, email: `${username}@example.com`, password: `password-${username}` };
  const roleIds = roles.map(({ id }) => id);
  const { data, status, message } = await admin.post<{ id: string }>('/users', { ...account, roleIds });
  expect(status, message).to.equal(201);
  return { ...account, id: data.id, api: await loggedIn(api, account) };
}

/** Another administrator, for tests that use up what one may do in a minute. */
export const anAdministrator = (service: Entrance): Promise<Person> => aPerson(service, [administratorRole.code]);

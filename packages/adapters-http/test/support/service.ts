import { createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { ensureAdministrator } from '@portcullis/application';
import { InMemoryWorld } from '@portcullis/application/testing';
import { administratorRole } from '@portcullis/domain';
import { expect } from 'chai';
import {
  accessTokenService,
  Authenticator,
  createApp,
  jsonDecoder,
  memoryCounters,
  mount,
  rateLimits,
  type Route,
} from '../../src/index.ts';
import { apiAt, type Api } from './api.ts';
import { routesOn } from './routes.ts';

/** Every route behind a real HTTP server, over a store in memory. */
export interface Service {
  readonly world: InMemoryWorld;
  readonly routes: readonly Route[];
  /** Without a token. */
  readonly api: Api;
  /** As the first administrator. */
  readonly admin: Api;
  readonly stop: () => Promise<void>;
}

export const administrator = { username: 'admin', email: 'admin@example.com', password: 'first-administrator-1' };

export async function startService(): Promise<Service> {
  const seeded = InMemoryWorld.seeded();
  const key = createSecretKey(randomBytes(32));
  const accessTokens = accessTokenService({
    algorithm: 'HS256',
    signingKey: key,
    verifyingKey: key,
    expiresIn: '15m',
    ttlSeconds: 900,
    ...seeded,
  });
  const world = Object.assign(seeded, { accessTokens });
  const routes = routesOn(world);
  const decoder = jsonDecoder();
  const router = mount(routes, {
    authenticator: new Authenticator(accessTokens, world.access),
    limits: rateLimits(memoryCounters),
    visitorViews: world,
    bodyLimits: { maxBytes: 64 * 1024, maxMs: 10_000 },
    decoder,
    storeMs: 4500,
    largeAnswers: { fromBytes: 1024 * 1024, atOnce: 16, perAddress: 8, waitMs: 5000, stallMs: 10_000 },
  });
  const app = createApp({ router, trustProxy: 0, corsOrigins: [], log: () => {}, closesConnections: () => false });
  app.silent = true;
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.');
  await ensureAdministrator(world)(administrator);
  const api = apiAt(`http://127.0.0.1:${address.port}`);
  return {
    world,
    routes,
    api,
    admin: await loggedIn(api, administrator),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await decoder.close();
    },
  };
}

let count = 0;

/** A name that no other call of this process returns. */
export const unique = (prefix = 'x'): string => `${prefix}${(count += 1)}`;

export interface Person {
  readonly id: string;
  /** The service with this person's token. */
  readonly api: Api;
}

/** A new user with the roles of these codes. */
export async function aPerson(service: Service, roleCodes: readonly string[] = ['USER']): Promise<Person> {
  const { data: roles } = await service.admin.get<{ items: { id: string; code: string }[] }>('/roles?pageSize=100');
  const roleIds = roles.items.filter(({ code }) => roleCodes.includes(code)).map(({ id }) => id);
  const username = unique('person-');
  const account = { username, email: `${username}@example.com`, password: `password-${username}` };
  const { data, status, message } = await service.admin.post<{ id: string }>('/users', { ...account, roleIds });
  expect(status, message).to.equal(201);
  return { id: data.id, api: await loggedIn(service.api, account) };
}

/** Another administrator, for tests that use up the calls that one may make in a minute. */
export const anAdministrator = (service: Service): Promise<Person> => aPerson(service, [administratorRole.code]);

async function loggedIn(api: Api, { username, password }: { username: string; password: string }): Promise<Api> {
  const answer = await api.post<{ token: { accessToken: string } }>('/auth/login', { username, password });
  expect(answer.status, answer.message).to.equal(200);
  return api.as(answer.data.token.accessToken);
}

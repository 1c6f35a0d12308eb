import { createSecretKey, randomBytes } from 'node:crypto';
import { ensureAdministrator } from '@portcullis/application';
import { InMemoryWorld } from '@portcullis/application/testing';
import { administratorRole } from '@portcullis/domain';
import { expect } from 'chai';
import { accessTokenService, Authenticator, type Route } from '../../src/index.ts';
import type { Api } from './api.ts';
import { mounted } from './mounted.ts';
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

/** The options of `mounted` that tests of all routes change. */
type Options = Parameters<typeof mounted>[1] & { readonly registerCalls?: number };

export async function startService({ registerCalls, ...options }: Options = {}): Promise<Service> {
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
  const routes = routesOn(world, registerCalls);
  const { api, stop } = await mounted(routes, {
    authenticator: new Authenticator(accessTokens, world.access),
    visitorViews: world,
    ...options,
  });
  await ensureAdministrator(world)(administrator);
  return { world, routes, api, admin: await loggedIn(api, administrator), stop };
}

let count = 0;

/** A name that no other call of this process returns. */
export const unique = (prefix = 'x'): string => `${prefix}${(count += 1)}`;

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
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
  return { ...account, id: data.id, api: await loggedIn(service.api, account) };
}

/** Another administrator, for tests that use up the calls that one may make in a minute. */
export const anAdministrator = (service: Service): Promise<Person> => aPerson(service, [administratorRole.code]);

async function loggedIn(api: Api, { username, password }: { username: string; password: string }): Promise<Api> {
  const answer = await api.post<{ token: { accessToken: string } }>('/auth/login', { username, password });
  expect(answer.status, answer.message).to.equal(200);
  return api.as(answer.data.token.accessToken);
}

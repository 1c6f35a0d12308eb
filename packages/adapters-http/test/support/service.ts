import { randomBytes } from 'node:crypto';
import { recordKeyUse } from '@portcullis/application/internal/api-keys/record-key-use';
import { runOnce } from '@portcullis/application/internal/idempotency/run-once';
import { redeemStreamTicket } from '@portcullis/application/internal/live/stream-tickets';
import { ensureAdministrator } from '@portcullis/application/internal/setup/ensure-administrator';
import { InMemoryWorld, anActor } from '@portcullis/testing';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { Authenticator } from '../../src/checks/authenticator.ts';
import { memoryCounters } from '../../src/checks/rate-counters.ts';
import { rateLimits } from '../../src/checks/rate-limit.ts';
import type { Route } from '../../src/routes/route.ts';
import type { Api } from './api.ts';
import { startRoutes } from './mounted.ts';
import { routesOn, tokenService, type RouteOptions } from './routes.ts';
import { receiveInMemory } from './uploads.ts';

/** A real HTTP server with all routes. Its store is the in-memory world. */
export interface Service {
  readonly world: InMemoryWorld;
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  /** Sends requests without a token. */
  readonly api: Api;
  /** Sends requests as the first administrator. */
  readonly admin: Api;
  readonly stop: () => Promise<void>;
}

export const administrator = { username: 'admin', email: 'admin@example.com', password: 'first-administrator-1' };

type Options = Parameters<typeof startRoutes>[1] & RouteOptions;

export async function startService(options: Options = {}): Promise<Service> {
  const seeded = InMemoryWorld.seeded();
  const accessTokens = tokenService(seeded);
  const world = Object.assign(seeded, { accessTokens });
  const routes = routesOn(world, { isProxyTrusted: (options.trustProxy ?? 0) > 0, ...options });
  const authenticator = new Authenticator({
    accessTokens,
    access: world.access,
    redeemStreamTicket: redeemStreamTicket(world),
    apiKeyTokens: world.apiKeyTokens,
    recordKeyUse: recordKeyUse(world),
    rateLimits: rateLimits(memoryCounters),
    apiKeyLimit: { name: 'api-key', calls: options.keyCalls ?? 1_000_000, seconds: 60, per: 'key' },
  });
  const { api, stop } = await startRoutes(routes, {
    authenticator,
    visitorViews: world,
    receiveForm: receiveInMemory(world),
    idempotency: { runOnce: runOnce(world), bodySecrets: [randomBytes(32)] },
    ...options,
  });
  await ensureAdministrator(world)({ actor: anActor(), ...administrator });
  return { world, routes, authenticator, api, admin: await loggedIn(api, administrator), stop };
}

let count = 0;

/** Returns a name that is unique in this process. */
export const unique = (prefix = 'x'): string => `${prefix}${(count += 1)}`;

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** Sends requests with the token of this person. */
  readonly api: Api;
}

/** Creates a user who has the roles with these codes, and logs the user in. */
export async function aPerson(service: Service, roleCodes: readonly string[] = ['USER']): Promise<Person> {
  const { data: roles } = await service.admin.get<{ items: { id: string; code: string }[] }>('/roles?pageSize=100');
  const roleIds = roles.items.filter(({ code }) => roleCodes.includes(code)).map(({ id }) => id);
  const username = unique('person-');
  const account = { username, email: `${username}@example.com`, password: `password-${username}` };
  const { data, status, message } = await service.admin.post<{ id: string }>('/users', { ...account, roleIds });
  expect(status, message).to.equal(201);
  return { ...account, id: data.id, api: await loggedIn(service.api, account) };
}

/** Creates another administrator, for tests that end the caller's session or reach a limit on the calls per caller. */
export const anAdministrator = (service: Service): Promise<Person> => aPerson(service, [administratorRole.code]);

async function loggedIn(api: Api, { username, password }: { username: string; password: string }): Promise<Api> {
  const response = await api.post<{ token: { accessToken: string } }>('/auth/login', { username, password });
  expect(response.status, response.message).to.equal(200);
  return api.as(response.data.token.accessToken);
}

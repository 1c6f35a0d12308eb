import { once } from 'node:events';
import { InMemoryWorld } from '@portcullis/testing';
import { jsonDecoder } from '../../src/body/json-decoder.ts';
import { admission } from '../../src/server/admission.ts';
import { Authenticator } from '../../src/checks/authenticator.ts';
import { memoryCounters } from '../../src/checks/rate-counters.ts';
import { rateLimits, type CounterStore } from '../../src/checks/rate-limit.ts';
import type { Route } from '../../src/routes/route.ts';
import { createApp, type AppOptions } from '../../src/server/app.ts';
import { createHttpServer } from '../../src/server/http-server.ts';
import type { IdempotencyOptions } from '../../src/server/idempotency.ts';
import type { LargeResponseLimits } from '../../src/server/large-response-slots.ts';
import { mount, type MountOptions } from '../../src/server/mount.ts';
import { apiAt, type Api } from './api.ts';

export interface RouteServer {
  /** Sends requests without a token. */
  readonly api: Api;
  readonly stop: () => Promise<void>;
}

type Options = Partial<
  Pick<
    MountOptions,
    | 'authenticator'
    | 'admitPassword'
    | 'idempotency'
    | 'receiveForm'
    | 'requiresIfMatch'
    | 'stepUpMaxAge'
    | 'admit'
    | 'state'
    | 'visitorViews'
  >
> &
  Partial<Pick<AppOptions, 'corsOrigins' | 'log' | 'trustProxy'>> & {
    readonly largeResponses?: Partial<LargeResponseLimits>;
    readonly counters?: CounterStore;
  };

const unused = () => Promise.reject(new Error('No user can log in here.'));

/** An authenticator that rejects every token, for routes that need no user. */
const withoutUsers = new Authenticator({
  accessTokens: { expiresIn: '15m', issue: unused, issueForKey: unused, verify: unused },
  access: {
    check: () => ({ grants: unused(), views: new InMemoryWorld() }),
    keyGrants: unused,
    views: new InMemoryWorld(),
  },
  redeemStreamTicket: unused,
  apiKeyTokens: { read: () => undefined },
  recordKeyUse: () => {},
  rateLimits: rateLimits(memoryCounters),
  apiKeyLimit: { name: 'api-key', calls: 1_000_000, seconds: 60, per: 'key' },
});

const unusedKeys: IdempotencyOptions = { runOnce: unused, bodySecrets: [Buffer.alloc(32)] };

/** The limits of docs/interface.md §8. */
const bodyLimits = { maxBytes: 64 * 1024, maxMs: 10_000 };
const usualLargeResponses = { fromBytes: 1024 * 1024, atOnce: 16, perAddress: 8, waitMs: 5000, stallMs: 10_000 };

/** Starts an HTTP server with the routes on a free port. */
export async function startRoutes(routes: readonly Route[], options: Options = {}): Promise<RouteServer> {
  const { authenticator = withoutUsers, corsOrigins = [], log = () => {}, largeResponses } = options;
  const { admit = admission({ reads: 2000, writes: 1000 }) } = options;
  const {
    admitPassword = async () => {},
    counters = memoryCounters,
    trustProxy = 0,
    visitorViews = new InMemoryWorld(),
  } = options;
  const {
    requiresIfMatch = false,
    stepUpMaxAge = 0,
    idempotency = unusedKeys,
    receiveForm = unused,
    state = { isServing: true },
  } = options;
  const decoder = jsonDecoder();
  const router = mount(routes, {
    authenticator,
    visitorViews,
    limits: rateLimits(counters),
    bodyLimits,
    decoder,
    admit,
    state,
    requiresIfMatch,
    stepUpMaxAge,
    largeResponses: { ...usualLargeResponses, ...largeResponses },
    admitPassword,
    idempotency,
    receiveForm,
  });
  const app = createApp({ router, trustProxy, corsOrigins, log, state: { closesConnections: false } });
  app.silent = true;
  const server = createHttpServer(app.callback(), log);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.');
  return {
    api: apiAt(`http://127.0.0.1:${address.port}`),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await decoder.close();
    },
  };
}

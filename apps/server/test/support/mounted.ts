import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  createApp,
  Authenticator,
  jsonDecoder,
  memoryCounters,
  mount,
  rateLimits,
  type CounterStore,
  type LargeAnswerLimits,
  type Route,
} from '@portcullis/adapters-http';
import { InMemoryWorld } from '@portcullis/application/testing';
import { largeAnswerLimits } from '../../src/config/limits.ts';
import { apiAt, type Api } from './api.ts';

export interface Mounted {
  readonly api: Api;
  readonly stop: () => void;
}

const unused = () => Promise.reject(new Error('Nobody logs in here.'));

/** Serves these routes alone, without a database and without anybody who could log in. */
export async function mounted(
  routes: readonly Route[],
  counters: CounterStore = memoryCounters,
  largeAnswers: Partial<LargeAnswerLimits> = {},
  admitPassword?: () => Promise<void>,
): Promise<Mounted> {
  const authenticator = new Authenticator(
    { expiresIn: '15m', issue: unused, verify: unused },
    { grantedCodes: unused, authorizeAndRead: unused },
  );
  const router = mount(routes, {
    authenticator,
    limits: rateLimits(counters),
    visitorViews: new InMemoryWorld(),
    bodyLimits: { maxBytes: 1024, maxMs: 200 },
    decoder: jsonDecoder(),
    storeMs: 200,
    largeAnswers: { ...largeAnswerLimits, ...largeAnswers },
    ...(admitPassword && { admitPassword }),
  });
  const app = createApp({ router, trustProxy: 0, corsOrigins: [], log: () => {}, closesConnections: () => false });
  app.silent = true;
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.');
  return { api: apiAt(`http://127.0.0.1:${address.port}`), stop: () => server.close() };
}

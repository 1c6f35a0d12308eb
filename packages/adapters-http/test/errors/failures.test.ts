import { StoreFailure, type StoreFailureKind } from '@portcullis/application';
import { expect } from 'chai';
import { memoryCounters, redisCounters } from '../../src/checks/rate-counters.ts';
import type { CounterStore } from '../../src/checks/rate-limit.ts';
import { healthRoutes } from '../../src/routes/health.ts';
import type { Route } from '../../src/routes/route.ts';
import { startRoutes, type RouteServer } from '../support/mounted.ts';
import { startService, type Service } from '../support/service.ts';
import { expectError } from './error-case.ts';

const minute = 60_000;
const failingPaths = { failed: '/tags', overloaded: '/categories', 'outcome-unknown': '/roles' } as const;
const storeFailureKinds: readonly StoreFailureKind[] = ['failed', 'overloaded', 'outcome-unknown'];

describe('§7 condition 8: internal errors', () => {
  const secret = 'SELECT secret FROM users -- /srv/app/dist/main.js';
  const aRoute = { method: 'GET', access: 'public', data: {} } as const;
  const failing: Route = {
    ...aRoute,
    operation: 'listTags',
    summary: 'Fails',
    path: '/tags',
    handle: () => Promise.reject(new TypeError(secret)),
  };
  const storeFails = (kind: StoreFailureKind): Route => ({
    ...aRoute,
    method: 'POST',
    operation: 'createCategory',
    summary: 'Fails in the store',
    path: failingPaths[kind],
    handle: () => Promise.reject(new StoreFailure(secret, { kind })),
  });
  const limited: Route = {
    ...aRoute,
    operation: 'listPopularTags',
    summary: 'Counts a call',
    path: '/tags/popular',
    limit: { name: 'test', calls: 1, seconds: 1, per: 'address' },
    handle: () => Promise.resolve(null),
  };
  const counters: CounterStore = {
    counter: (counted) =>
      Object.assign(memoryCounters.counter(counted), { consume: () => Promise.reject(new Error('Redis is away.')) }),
    failure: redisCounters({}).failure,
  };
  const notReady = healthRoutes({
    readiness: { state: async () => ({ reads: false, writes: false }) },
    isServing: () => true,
  });
  const refusals: unknown[] = [];
  let served: RouteServer;
  before(async () => {
    served = await startRoutes([failing, ...storeFailureKinds.map(storeFails), limited, ...notReady], {
      counters,
      log: ({ refusal }) => refusals.push(refusal),
    });
  });
  after(() => served.stop());

  it('are 500, 2000 after an unexpected error, without its cause in the response', async () => {
    const response = await served.api.get('/tags');
    expectError(response, 'internal-error', 'Something went wrong on our side.', null);
  });

  it('are 503, 2001 while the service is not ready', async () => {
    const response = await served.api.get('/health/ready');
    expectError(response, 'not-ready', 'The service is not ready.', null);
  });

  it('are 500, 2002 when the store of the rate limits fails', async () => {
    const response = await served.api.get('/tags/popular');
    const message = 'A service that this one needs did not answer. Please try again.';
    expectError(response, 'external-service-failure', message, null);
  });

  it('are 500, 2001 when the store fails', async () => {
    const response = await served.api.post(failingPaths.failed, {});
    expectError(
      response,
      'database-failure',
      'The database did not answer. Nothing was changed. Please try again.',
      null,
    );
  });

  it('are 503, 2003 with Retry-After and a reason of its own when the outcome of a write is not known', async () => {
    const response = await served.api.post(failingPaths['outcome-unknown'], {});
    const message =
      'The connection to the database was lost while the change was stored. Please check whether it was made before you try again.';
    expectError(response, 'outcome-unknown', message, null);
    expect(response.headers.get('Retry-After')).to.equal('2');
  });

  it('are 503, 2003 with Retry-After when the store is overloaded', async () => {
    const response = await served.api.post(failingPaths.overloaded, {});
    expectError(response, 'overloaded', 'The service is busy. Please try again soon.', null);
    expect(response.headers.get('Retry-After')).to.equal('2');
    // The metrics count both kinds apart from other errors.
    expect(refusals.slice(-2)).to.deep.equal(['outcome-unknown', 'overloaded']);
  });
});

describe('§5.4: an expired access token', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    // This request caches the verified token. A cached token must expire, too.
    expect((await service.admin.get('/auth/profile')).status).to.equal(200);
    service.world.clock.advance(15 * minute);
  });
  after(() => service.stop());

  it('is rejected with 401, 1102, even for public reads', async () => {
    for (const path of ['/users', '/auth/profile', '/contents']) {
      const response = await service.admin.get(path);
      expectError(response, 'token-expired', 'Your access token has expired.', null);
    }
    service.world.clock.advance(-1);
    expect((await service.admin.get('/auth/profile')).status).to.equal(200);
  });
});

describe('A change of a webhook', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('is not followed by a read whose failure would say that nothing was changed', async () => {
    const aWebhook = { url: 'https://receiver.example.com/', types: ['*'] };
    const { data: made } = await service.admin.post<{ webhook: { id: string } }>('/webhooks', aWebhook);
    const find = () => Promise.reject(new StoreFailure('The read failed.'));
    Object.assign(service.world.webhooks, { find });
    const { status, data } = await service.admin.patch<object>(`/webhooks/${made.webhook.id}`, { enabled: false });
    expect(status).to.equal(200);
    expect(data).to.deep.equal({ ...made.webhook, enabled: false });
  });
});

import { expect } from 'chai';
import { admission } from '../../src/server/admission.ts';
import type { Route } from '../../src/routes/route.ts';
import { startRoutes } from '../support/mounted.ts';

const noTags = { items: [], total: 0, page: 1, pageSize: 10 };
const aRoute = { access: 'public', data: {}, summary: 'Waits' } as const;

/** Routes whose handlers wait until `finish` is called. */
function waitingRoutes() {
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const whenFinished = (data: unknown) => async (): Promise<unknown> => {
    await finished;
    return data;
  };
  const routes: readonly Route[] = [
    { ...aRoute, method: 'GET', operation: 'listTags', path: '/tags', handle: whenFinished(noTags) },
    { ...aRoute, method: 'POST', operation: 'logOut', path: '/auth/logout', handle: whenFinished(null) },
  ];
  return { routes, finish: () => finish() };
}

describe('The number of requests that are served at once', () => {
  it('is limited separately for reads and writes; a further request is 503, 2003 with Retry-After', async () => {
    const { routes, finish } = waitingRoutes();
    const { api, stop } = await startRoutes(routes, { admit: admission({ reads: 3, writes: 2 }) });
    try {
      const get = () => api.get('/tags');
      const post = () => api.post('/auth/logout', {});
      const sent = [get(), get(), get(), get(), get(), post(), post(), post(), post()];
      const refused = new Set<unknown>();
      for (const each of sent) void each.then((response) => refused.add(response));
      while (refused.size < 4) await new Promise(setImmediate);
      finish();
      const responses = await Promise.all(sent);
      const counts = responses.map(({ status, code, reason }) => `${status} ${code} ${reason ?? ''}`.trim());
      expect(counts.filter((each) => each === '200 0')).to.have.length(5);
      expect(counts.filter((each) => each === '503 2003 overloaded')).to.have.length(4);
      for (const { status, headers } of responses) {
        expect(headers.get('Retry-After')).to.equal(status === 503 ? '2' : null);
      }
      expect((await post()).status).to.equal(200);
      expect((await get()).status).to.equal(200);
    } finally {
      await stop();
    }
  });

  it('does not include requests whose handler failed', async () => {
    const failing: Route = {
      ...aRoute,
      method: 'GET',
      operation: 'listTags',
      path: '/tags',
      handle: () => Promise.reject(new Error('failed')),
    };
    const { api, stop } = await startRoutes([failing], { admit: admission({ reads: 1, writes: 1 }) });
    for (let call = 0; call < 3; call += 1) expect((await api.get('/tags')).status).to.equal(500);
    await stop();
  });
});

describe('A service that has not started completely', () => {
  it('serves only the routes that are always served; others are 503, 2001, not-ready with Retry-After', async () => {
    const state = { isServing: false };
    const { api, stop } = await startRoutes(
      [
        { ...aRoute, method: 'GET', operation: 'listTags', path: '/tags', handle: async () => noTags },
        {
          ...aRoute,
          method: 'GET',
          operation: 'getLiveness',
          path: '/health/live',
          isAlwaysServed: true,
          handle: async () => ({ status: 'live' }),
        },
      ],
      { state },
    );
    try {
      const early = await api.get('/tags');
      expect(early).to.include({ status: 503, code: 2001, reason: 'not-ready' });
      expect(early.headers.get('Retry-After')).to.equal('1');
      expect((await api.get('/health/live')).status).to.equal(200);
      state.isServing = true;
      expect((await api.get('/tags')).status).to.equal(200);
    } finally {
      await stop();
    }
  });
});

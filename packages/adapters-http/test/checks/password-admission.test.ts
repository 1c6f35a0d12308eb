import { expect } from 'chai';
import { tooManyRequests } from '../../src/checks/rate-limit.ts';
import type { Route } from '../../src/routes/route.ts';
import { startRoutes } from '../support/mounted.ts';

const logIn: Route = {
  operation: 'login',
  summary: 'Hashes a password',
  data: {},
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  handle: () => Promise.resolve(null),
};

describe('Requests with a password', () => {
  const full = { name: 'passwords', calls: 64, seconds: 1 };
  const refuse = () => Promise.reject(tooManyRequests(full, { remainingPoints: 0, msBeforeNext: 1000 }));

  it('are rejected before their body is read if too many requests are waiting', async () => {
    const { api, stop } = await startRoutes([{ ...logIn, waitsFor: 'password' }], { admitPassword: refuse });
    const { status, code, headers } = await api.post('/auth/login', 'no JSON');
    await stop();
    expect([status, code]).to.deep.equal([429, 1029]);
    expect(headers.get('Retry-After')).to.equal('1');
  });

  it('are the only requests that wait for admission', async () => {
    const { api, stop } = await startRoutes([logIn], { admitPassword: refuse });
    const { status } = await api.post('/auth/login', 'no JSON');
    await stop();
    expect(status).to.equal(400);
  });
});

import { BusinessError } from '@portcullis/domain';
import { expect } from 'chai';
import { route } from '../../src/routes/route.ts';
import type { StandardForm } from '../../src/routes/standard-form.ts';
import type { RequestEntry } from '../../src/server/request-entry.ts';
import * as schema from '../../src/validation/schema.ts';
import { startRoutes, type RouteServer } from '../support/mounted.ts';

const standard: StandardForm = {
  echoesRequestId: true,
  errorMedia: 'application/json',
  errorSchema: { type: 'object' },
  errorOf: ({ reason }) => ({
    status: 400,
    headers: { 'Content-Type': 'application/json' },
    body: { error: reason },
  }),
};

describe('A route of another standard', () => {
  let server: RouteServer;
  const logged: RequestEntry[] = [];
  before(async () => {
    const common = { base: '', method: 'GET', access: 'public', standard, summary: 'Test' } as const;
    const data = schema.object({ a: schema.text });
    const good = route({ ...common, path: '/x/good', operation: 'good', data, handle: async () => ({ a: 'b' }) });
    const bad = route({
      ...common,
      path: '/x/bad',
      operation: 'bad',
      data,
      handle: async () => {
        throw new BusinessError('role-not-found', 'This role does not exist.');
      },
    });
    server = await startRoutes([good, bad], { log: (entry) => logged.push(entry) });
  });
  after(() => server.stop());

  const get = (path: string, headers = {}) => fetch(`${server.api.url}${path}`, { headers });

  it('has its own path, and responds without the envelope', async () => {
    const response = await get('/x/good');
    expect(response.headers.get('Content-Type')).to.equal('application/json');
    expect(await response.json()).to.deep.equal({ a: 'b' });
    expect((await get('/api/x/good')).status).to.equal(404);
  });

  it('responds with errors in the form of the standard', async () => {
    const response = await get('/x/bad');
    expect(response.status).to.equal(400);
    expect(response.headers.get('Content-Type')).to.equal('application/json');
    expect(await response.json()).to.deep.equal({ error: 'role-not-found' });
  });

  it('repeats and logs every printable request id', async () => {
    for (const path of ['/x/good', '/x/bad']) {
      const id = `a long id: ${path} ${'x'.repeat(100)}`;
      expect((await get(path, { 'X-Request-Id': id })).headers.get('X-Request-Id')).to.equal(id);
      expect(logged.at(-1)?.requestId).to.equal(id);
    }
    const other = (await get('/x/good', { 'X-Request-Id': 'x'.repeat(300) })).headers.get('X-Request-Id');
    expect(other).to.have.length(36);
  });
});

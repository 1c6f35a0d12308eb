import { expect } from 'chai';
import { startService, type Service } from '../support/service.ts';

describe('Dispatching requests to routes', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const statusOf = async (path: string, method = 'GET') => (await fetch(service.api.url + path, { method })).status;

  it('ignores the case of letters and a slash at the end', async () => {
    for (const path of ['/api/contents', '/API/Contents', '/api/CONTENTS/', '/api/contents/']) {
      expect(await statusOf(path), path).to.equal(200);
    }
  });

  it('finds no route outside the paths of a resource', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api//contents',
      '/contents',
      '/api/contentsx',
      '/api/%63ontents',
      '/api/__proto__',
    ]) {
      expect(await statusOf(path), path).to.equal(404);
    }
  });

  it('rejects other methods of a path that has a route', async () => {
    expect(await statusOf('/api/contents', 'PUT')).to.equal(405);
    expect(await statusOf('/api/Contents', 'PUT')).to.equal(405);
  });
});

import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { GuardOptions } from '@portcullis/guard';
import { expect } from 'chai';
import { inParallel, tally } from '../stress/support/load.ts';
import { startCluster, type Cluster } from '../stress/support/processes.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { createTestHost, freePort, until } from '../test/support/machine.ts';
import { aPrivateKey } from '../test/support/private-keys.ts';
import { aPerson, type Person } from '../test/support/service.ts';
import { openSession } from '../test/support/sessions.ts';
import { faults, startFaultyPortcullis, type FaultyPortcullis } from './support/faulty-portcullis.ts';
import { frameworks, guarded, type GuardedService } from './support/guarded-services.ts';
import { measureRequests, rounds } from './support/measure.ts';

describe('Services behind the guard', () => {
  let cluster: Cluster;
  let portcullis: FaultyPortcullis;
  let moderator: Person;
  let token: string;
  let userToken: string;

  before(async () => {
    cluster = await startCluster({ JWT_SECRET: '', JWT_PRIVATE_KEY: aPrivateKey() });
    // The guards ask another process than the one that changes the data.
    portcullis = await startFaultyPortcullis(cluster.servers[1].url);
    moderator = await aPerson(cluster, ['MODERATOR']);
    token = (await openSession(cluster.api, moderator)).accessToken;
    userToken = (await openSession(cluster.api, await aPerson(cluster, ['USER']))).accessToken;
  });
  after(async () => {
    portcullis.stop();
    await cluster.stop();
  });

  const ask = (url: string, bearer?: string, { method = 'GET', headers = {} } = {}) =>
    fetch(url, { method, headers: { ...headers, ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }) } });

  /** Expects the response of a guard that could not get an answer. */
  async function expectUnavailable(response: Response, about: string): Promise<void> {
    expect(response.status, about).to.equal(503);
    expect(response.headers.get('Retry-After'), about).to.match(/^[1-9]\d*$/);
    expect(await response.json(), about).to.include({ error: 'authorization-unavailable' });
  }

  async function aKey(body: object) {
    const { data } = await cluster.api
      .as(token)
      .post<{ apiKey: { id: string }; key: string }>('/api-keys', { name: 'key', permissions: [guarded], ...body });
    return { key: data.key, id: data.apiKey.id };
  }

  for (const [name, start] of Object.entries(frameworks)) {
    describe(name, () => {
      let service: GuardedService;
      before(async () => {
        service = await start({ url: portcullis.url, timeoutMs: 300, failures: 1000 });
      });
      after(() => service.close());

      it('lets callers in who hold the permission, and says who they are', async () => {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const response = await ask(service.url, token, { method, headers: { 'X-Portcullis-User': 'admin' } });
          expect([response.status, await response.json()]).to.deep.equal([
            200,
            { userId: moderator.id, username: moderator.username, roles: ['MODERATOR'] },
          ]);
        }
        const { key } = await aKey({ readOnly: true });
        expect((await ask(service.url, key)).status).to.equal(200);
        expect((await ask(service.url, key, { method: 'POST' })).status).to.equal(403);
      });

      it('refuses the others in the words of the guard', async () => {
        const refused: readonly (readonly [string | undefined, number, string])[] = [
          [undefined, 401, 'unauthenticated'],
          ['x', 401, 'unauthenticated'],
          [`${token}x`, 401, 'unauthenticated'],
          [userToken, 403, 'forbidden'],
        ];
        for (const [bearer, status, error] of refused) {
          const response = await ask(service.url, bearer, { headers: { 'X-Request-Id': 'an-id' } });
          expect(response.status).to.equal(status);
          expect(response.headers.get('X-Request-Id')).to.equal('an-id');
          expect(response.headers.get('WWW-Authenticate')?.startsWith('Bearer') ?? false).to.equal(status === 401);
          expect(await response.json()).to.include({ error, requestId: 'an-id' });
        }
      });

      it(`lets nobody in if Portcullis gives one of ${Object.keys(faults).length} wrong answers`, async () => {
        for (const [fault, answer] of Object.entries(faults)) {
          portcullis.fault = answer;
          portcullis.asked = 0;
          await expectUnavailable(await ask(service.url, token), fault);
          expect(portcullis.asked, fault).to.equal(1);
        }
        portcullis.fault = undefined;
        expect((await ask(service.url, token)).status).to.equal(200);
      });
    });
  }

  const withExpress = async (options: Partial<GuardOptions>, work: (url: string) => Promise<void>) => {
    const start = frameworks['Express'] ?? expect.fail('There is no Express.');
    const service = await start({ url: portcullis.url, ...options });
    try {
      await work(service.url);
    } finally {
      portcullis.fault = undefined;
      portcullis.hidesKeys = false;
      await service.close();
    }
  };

  it('let nobody in while the public keys cannot be read, and everybody with a key pair afterwards', () =>
    withExpress({ timeoutMs: 300, failures: 1000 }, async (url) => {
      portcullis.hidesKeys = true;
      for (const [fault, answer] of Object.entries(faults)) {
        portcullis.fault = answer;
        await expectUnavailable(await ask(url, token), fault);
      }
      portcullis.fault = undefined;
      expect((await ask(url, token)).status).to.equal(200);
    }));

  it('let nobody in if there is no Portcullis', () =>
    withExpress({ url: 'http://127.0.0.1:1' }, async (url) => expectUnavailable(await ask(url, token), 'gone')));

  it('ask a Portcullis that is silent only a few times, respond to everybody, and ask again when it works', () =>
    withExpress({ timeoutMs: 200, failures: 5, openMs: 200, maxPending: 20 }, async (url) => {
      expect((await ask(url, token)).status).to.equal(200);
      portcullis.asked = 0;
      portcullis.fault = faults['is silent'];
      const responses = await inParallel(400, 100, () => ask(url, token));
      for (const response of responses) await expectUnavailable(response, 'silent');
      printMeasurement('guard: questions to a silent Portcullis, of 400 requests', portcullis.asked);
      expect(portcullis.asked).to.be.below(40);
      portcullis.fault = undefined;
      await until('the guard lets callers in', async () => (await ask(url, token)).status === 200, 2000);
    }));

  const thirds = Math.ceil(rounds / 3);
  it(`let none of ${3 * thirds} requests in that follow the end of a role, a key or a session`, () =>
    withExpress({}, async (url) => {
      const [role] = await cluster.query<{ id: string }>(`SELECT id FROM roles WHERE code = 'MODERATOR'`);
      const roleIds = [role?.id ?? ''];
      const { id } = moderator;
      const taken: number[] = [];
      for (let round = 0; round < thirds; round += 1) {
        await cluster.admin.patch(`/users/${id}`, { roleIds });
        expect((await ask(url, token)).status).to.equal(200);
        const key = await aKey({});
        expect((await ask(url, key.key)).status).to.equal(200);
        const { accessToken } = await openSession(cluster.api, moderator);
        expect((await ask(url, accessToken)).status).to.equal(200);
        await cluster.api.as(token).delete(`/api-keys/${key.id}`);
        taken.push((await ask(url, key.key)).status);
        await cluster.api.as(accessToken).post('/auth/logout', {});
        taken.push((await ask(url, accessToken)).status);
        await cluster.admin.patch(`/users/${id}`, { roleIds: [] });
        taken.push((await ask(url, token)).status);
      }
      await cluster.admin.patch(`/users/${id}`, { roleIds });
      printMeasurement('guard: statuses after the end', JSON.stringify(tally(taken)));
      expect(tally(taken)).to.deep.equal({ 401: 2 * thirds, 403: thirds });
    }));

  it('work with the code of the guide', async () => {
    const guide = await readFile(new URL('../../../../docs/guides/protect-a-service.md', import.meta.url), 'utf8');
    const [, code = ''] = /^```js\n(import express.*?)^```/ms.exec(guide) ?? [];
    const port = await freePort();
    // The folder of the tests, from which the packages can be imported.
    const file = fileURLToPath(new URL('service-of-the-guide.mjs', import.meta.url));
    const localized = code.replace('http://127.0.0.1:3000', cluster.servers[1].url).replace('4000', String(port));
    await writeFile(file, localized);
    const machine = createTestHost();
    try {
      machine.startNode(file, {});
      const url = `http://127.0.0.1:${port}/projects`;
      await until('the service listens', async () => (await ask(url)).status === 401);
      const user = await aPerson(cluster, ['USER']);
      const { accessToken } = await openSession(cluster.api, user);
      const allowed = await ask(url, accessToken);
      expect([allowed.status, await allowed.json()]).to.deep.equal([200, { for: user.username }]);
      await cluster.api.as(accessToken).post('/auth/logout', {});
      expect((await ask(url, accessToken)).status).to.equal(401);
    } finally {
      await machine.dismantle();
      await rm(file);
    }
  });

  it('measure what a decision of the guard costs', async () => {
    const machine = createTestHost();
    try {
      const port = await freePort();
      const file = fileURLToPath(new URL('support/measured-service.js', import.meta.url));
      machine.startNode(file, { PORT: String(port), PORTCULLIS_URL: cluster.servers[1].url });
      const url = `http://127.0.0.1:${port}`;
      await until('the service listens', async () => (await ask(`${url}/alone`)).ok);
      await measureRequests('a service without the guard', () => ask(`${url}/alone`, token));
      await measureRequests('a service with the guard', () => ask(`${url}/projects`, token));
    } finally {
      await machine.dismantle();
    }
  });
});

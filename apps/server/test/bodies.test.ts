import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { jsonBodies, naughtyTexts, sample } from './support/corpora.ts';
import { hostileBodies } from './support/hostile-bodies.ts';
import { calls, queries, type Call } from './support/routes.ts';
import {
  administrator,
  anAdministrator,
  aPerson,
  sharedService,
  type Person,
  type Service,
} from './support/service.ts';
import { openSession } from './support/sessions.ts';
import { exchange, head } from './support/wire.ts';

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const wide = (keys: number): string => `{${Array.from({ length: keys }, (_, key) => `"k${key}":0`).join()}}`;

describe('Request bodies (decisions §4, §7, §8)', () => {
  let service: Service;
  let sender: Person;

  before(async () => {
    service = await sharedService();
    sender = await anAdministrator(service);
  });

  /** The status of a body sent as it is, by an administrator; its envelope is checked on the way. */
  const send = async ({ method, path }: Call, body: string | Buffer, type = 'application/json'): Promise<number> => {
    const { status } = await sender.api[method](path, body, { 'Content-Type': type });
    return status;
  };

  const faults = async (bodies: readonly (string | Buffer)[]): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const body of bodies) {
      const statuses = await Promise.all(calls.map((call) => send(call, body)));
      statuses.forEach((status, index) => {
        if (status >= 500) found.push(`${calls[index]?.method} ${calls[index]?.path}: ${body.toString().slice(0, 99)}`);
      });
    }
    return found;
  };

  it('never make a fault of ours, whatever they hold, on any route', async () => {
    expect(await faults(hostileBodies)).to.deep.equal([]);
  });

  it('of the JSON corpora never make a fault of ours', async function () {
    expect(await faults(sample(jsonBodies(this), 12))).to.deep.equal([]);
  });

  it('with naughty texts in every field never make a fault of ours', async function () {
    const texts = sample(naughtyTexts(this), 40);
    const fields = ['username', 'email', 'password', 'code', 'name', 'title', 'slug', 'routeName', 'refreshToken'];
    const bodies = texts.map((text) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, text]))));
    expect(await faults(bodies)).to.deep.equal([]);
  });

  it('are no worse as a query, on every list', async function () {
    const crafted = ['\0', '%', '\\', "' OR 1=1 --", '__proto__'];
    // Only the database sees every text of a search; other parameters are refused before it by the same rules for any text.
    const names = ['sortBy', 'page', 'status', 'id', '__proto__', 'from'];
    const requests = [
      ...[...crafted, ...sample(naughtyTexts(this), 20)].map((text) => ['search', text] as const),
      ...crafted.flatMap((text) => names.map((name) => [name, text] as const)),
    ];
    for (const path of queries) {
      const statuses = await Promise.all(
        requests.map(async ([name, text]) => {
          const { status } = await sender.api.get(`${path}?${name}=${encodeURIComponent(text.toWellFormed())}`);
          return { status, name, text };
        }),
      );
      expect(
        statuses.filter(({ status }) => status >= 500),
        path,
      ).to.deep.equal([]);
    }
  });

  describe('are refused', () => {
    const login: Call = { method: 'post', path: '/auth/login' };

    const refusals: Readonly<Record<string, readonly [status: number, code: number, body: string | Buffer]>> = {
      'deeper than 32 levels': [400, 1000, nested(33)],
      '10,000 levels deep': [400, 1000, nested(10_000)],
      'a list 60,000 levels deep': [400, 1000, '['.repeat(60_000)],
      'of more than 1,000 keys': [400, 1000, wide(1001)],
      'of more than 1,000 keys in many objects': [400, 1000, `[${'{"a":1},'.repeat(1001)}1]`],
      'over 64 KB': [413, 1013, JSON.stringify({ password: 'x'.repeat(65_536) })],
      'no UTF-8': [400, 1000, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      'no JSON': [400, 1000, '{"username": '],
      'polluting the prototype': [400, 1000, '{"__proto__":{"isAdmin":true}}'],
      'a NUL in a text': [400, 1005, String.raw`{"username":"a\u0000b","password":"x"}`],
      'half a character': [400, 1005, String.raw`{"username":"a\ud800","password":"x"}`],
      'a number beyond any': [400, 1005, '{"username":1e400,"password":"x"}'],
      'an operator for a text': [400, 1005, '{"username":{"$ne":1},"password":["x"]}'],
      'a list': [400, 1005, '[]'],
    };

    for (const [fault, [status, code, body]] of Object.entries(refusals)) {
      it(`when ${fault}: ${status}, ${code}`, async () => {
        const answer = await service.api.post(login.path, body);
        expect([answer.status, answer.code]).to.deep.equal([status, code]);
      });
    }

    it('just inside the limits they are read', async () => {
      expect((await service.api.post('/auth/refresh', nested(32))).code).to.equal(1103);
      expect((await service.api.post('/auth/refresh', wide(1000))).code).to.equal(1103);
    });

    it('leave no trace on what every object inherits', () => {
      const probe: Readonly<Record<string, unknown>> = {};
      expect(probe['isAdmin']).to.equal(undefined);
      expect(Object.getPrototypeOf(probe)).to.equal(Object.prototype);
    });
  });

  describe('are not decoded: 415, 1015', () => {
    const json = JSON.stringify({ username: administrator.username, password: administrator.password });
    const foreign: Readonly<
      Record<string, readonly [headers: Readonly<Record<string, string>>, body: string | Buffer]>
    > = {
      gzip: [{ 'Content-Encoding': 'gzip' }, gzipSync(json)],
      brotli: [{ 'Content-Encoding': 'br' }, brotliCompressSync(json)],
      'broken gzip': [{ 'Content-Encoding': 'gzip' }, 'no gzip'],
      'an unknown encoding': [{ 'Content-Encoding': 'x' }, json],
      'a form': [{ 'Content-Type': 'application/x-www-form-urlencoded' }, 'username=admin&password=x'],
      text: [{ 'Content-Type': 'text/plain' }, json],
      'UTF-16': [{ 'Content-Type': 'application/json; charset=utf-16' }, Buffer.from(json, 'utf16le')],
      'an unknown charset': [{ 'Content-Type': 'application/json; charset=x' }, json],
    };

    for (const [kind, [headers, body]] of Object.entries(foreign)) {
      it(kind, async () => {
        const { status, code } = await service.api.post('/auth/login', body, headers);
        expect([status, code]).to.deep.equal([415, 1015]);
      });
    }

    it('identity is no encoding', async () => {
      expect((await service.api.post('/auth/login', json, { 'Content-Encoding': 'identity' })).status).to.equal(200);
    });
  });

  describe('cost nothing before the checks (§5 rule 3)', () => {
    const huge = 'Content-Length: 20000000';

    it('of nobody are not read: 401 comes before the first byte of any', async () => {
      for (const { method, path } of calls.filter(({ isOpen }) => isOpen !== true)) {
        const request = head(`${method.toUpperCase()} /api${path} HTTP/1.1`, 'Content-Encoding: br', huge);
        const { statuses, closed } = await exchange(service.server.url, request);
        expect([statuses, closed], `${method} ${path}`).to.deep.equal([[401], true]);
      }
    });

    it('of 24 MB are for contents, and for who may write them', async () => {
      const user = await aPerson(service);
      const { accessToken } = await openSession(service.api, user);
      const post = (path: string, token: string) =>
        exchange(
          service.server.url,
          head(`POST /api${path} HTTP/1.1`, `Authorization: Bearer ${token}`, 'Content-Type: application/json', huge),
          300,
        );
      expect((await post('/contents', accessToken)).statuses).to.deep.equal([403]);
      const own = await openSession(service.api, sender);
      expect((await post('/contents', own.accessToken)).statuses).to.deep.equal([]);
      expect((await post('/permissions', own.accessToken)).statuses).to.deep.equal([413]);
      const [large, larger] = [1_000_000, 25 * 2 ** 20].map((length) => ({
        title: 'x',
        contentMd: 'a'.repeat(length),
      }));
      expect((await sender.api.post('/contents', large)).status).to.equal(201);
      expect((await sender.api.post('/contents', larger)).status).to.equal(413);
    });

    it('are refused before they are decoded, wide or deep as 24 MB can be', async () => {
      const bodies = ['['.repeat(20_000_000), `{${'"a":0,'.repeat(3_000_000)}`, `[${'0,'.repeat(10_000_000)}0]`];
      for (const body of bodies) expect(await send({ method: 'post', path: '/contents' }, body)).to.equal(400);
    });
  });
});

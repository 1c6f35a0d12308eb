import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { administrator, startService, type Service } from '../support/service.ts';

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const wide = (keys: number): string => `{${Array.from({ length: keys }, (_, key) => `"k${key}":0`).join()}}`;

describe('Request bodies', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  describe('with unusual contents', () => {
    const refusals: Readonly<Record<string, readonly [status: number, code: number, body: string | Buffer]>> = {
      'they have more than 32 levels': [400, 1000, nested(33)],
      'they have 10,000 levels': [400, 1000, nested(10_000)],
      'they are a list with 60,000 levels': [400, 1000, '['.repeat(60_000)],
      'they have more than 1,000 keys': [400, 1000, wide(1001)],
      'they have more than 1,000 keys in many objects': [400, 1000, `[${'{"a":1},'.repeat(1001)}1]`],
      'they are larger than 64 KB': [413, 1013, JSON.stringify({ password: 'x'.repeat(65_536) })],
      'they are not UTF-8': [400, 1000, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      'they are not JSON': [400, 1000, '{"username": '],
      'they have a key __proto__': [400, 1000, '{"__proto__":{"isAdmin":true}}'],
      'a text contains NUL': [400, 1005, String.raw`{"username":"a\u0000b","password":"x"}`],
      'a text contains a lone surrogate': [400, 1005, String.raw`{"username":"a\ud800","password":"x"}`],
      'a number is too large for JavaScript': [400, 1005, '{"username":1e400,"password":"x"}'],
      'a text is replaced by an object or a list': [400, 1005, '{"username":{"$ne":1},"password":["x"]}'],
      'they are a list': [400, 1005, '[]'],
    };

    for (const [problem, [status, code, body]] of Object.entries(refusals)) {
      it(`are rejected if ${problem}: ${status}, ${code}`, async () => {
        const response = await service.api.post('/auth/login', body);
        expect([response.status, response.code]).to.deep.equal([status, code]);
      });
    }

    it('are accepted if they have 32 levels or 1,000 keys', async () => {
      expect((await service.api.post('/auth/refresh', nested(32))).code).to.equal(1103);
      expect((await service.api.post('/auth/refresh', wide(1000))).code).to.equal(1103);
    });

    it('never change Object.prototype', () => {
      const probe: Readonly<Record<string, unknown>> = {};
      expect(probe['isAdmin']).to.equal(undefined);
      expect(Object.getPrototypeOf(probe)).to.equal(Object.prototype);
    });
  });

  describe('with a content encoding or media type', () => {
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
      it(`are rejected with 415, 1015: ${kind}`, async () => {
        const { status, code } = await service.api.post('/auth/login', body, headers);
        expect([status, code]).to.deep.equal([415, 1015]);
      });
    }

    it('are accepted with the encoding identity', async () => {
      expect((await service.api.post('/auth/login', json, { 'Content-Encoding': 'identity' })).status).to.equal(200);
    });
  });
});

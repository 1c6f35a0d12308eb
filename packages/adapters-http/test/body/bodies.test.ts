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

  describe('are refused', () => {
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

    for (const [problem, [status, code, body]] of Object.entries(refusals)) {
      it(`if ${problem}: ${status}, ${code}`, async () => {
        const answer = await service.api.post('/auth/login', body);
        expect([answer.status, answer.code]).to.deep.equal([status, code]);
      });
    }

    it('but accepted at the limits', async () => {
      expect((await service.api.post('/auth/refresh', nested(32))).code).to.equal(1103);
      expect((await service.api.post('/auth/refresh', wide(1000))).code).to.equal(1103);
    });

    it('and never change Object.prototype', () => {
      const probe: Readonly<Record<string, unknown>> = {};
      expect(probe['isAdmin']).to.equal(undefined);
      expect(Object.getPrototypeOf(probe)).to.equal(Object.prototype);
    });
  });

  describe('of other types are refused with 415, 1015', () => {
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

    it('but accepted with the encoding identity', async () => {
      expect((await service.api.post('/auth/login', json, { 'Content-Encoding': 'identity' })).status).to.equal(200);
    });
  });
});

import { randomBytes } from 'node:crypto';
import { runOnce } from '@portcullis/application/internal/idempotency/run-once';
import type { StoredResponse } from '@portcullis/domain/internal/shared/idempotency';
import { expect } from 'chai';
import { route, schema, type Route } from '../../src/index.ts';
import type { TestResponse } from '../../src/testing.ts';
import { sendDocumented } from '../support/api.ts';
import { startRoutes } from '../support/mounted.ts';
import { aPerson, startService, unique, type Service } from '../support/service.ts';

const keyed = (key = unique('key-')) => ({ 'Idempotency-Key': key });

describe('Idempotency-Key (docs/interface.md §5.1)', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const post = (path: string, body: object, headers: Readonly<Record<string, string>>, api = service.admin) =>
    sendDocumented(`${api.url}/api${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const isReplayed = ({ headers }: { readonly headers: Headers }) => headers.get('Idempotency-Replayed');
  const reasonIn = ({ text }: TestResponse): unknown => JSON.parse(text).reason;
  const idIn = ({ text }: TestResponse): string => JSON.parse(text).data.id;

  it('executes a request once, and repeats its response byte for byte', async () => {
    const key = keyed();
    const body = { name: unique('tag-') };
    const first = await post('/tags', body, key);
    const again = await post('/tags', body, key);
    expect(first.status).to.equal(201);
    expect(isReplayed(first)).to.equal(null);
    expect(isReplayed(again)).to.equal('true');
    expect(again.text).to.equal(first.text);
    expect(again.status).to.equal(201);
    for (const name of ['ETag', 'Content-Type', 'Cache-Control', 'Content-Length']) {
      expect(again.headers.get(name), name).to.equal(first.headers.get(name)).and.not.equal(null);
    }
    const { data } = await service.admin.get<{ total: number }>(`/tags?search=${body.name}`);
    expect(data.total).to.equal(1);
  });

  it('sends the same response as without a key, with an ETag only if the resource has a version', async () => {
    const [plain, withKey] = [
      await post('/tags/batch', { names: ['one'] }, {}),
      await post('/tags/batch', { names: ['one'] }, keyed()),
    ];
    const data = ({ text }: TestResponse): unknown => JSON.parse(text).data;
    expect(data(withKey)).to.deep.equal(data(plain));
    expect(withKey.headers.get('ETag')).to.equal(null);
  });

  it('rejects the key with another body, and executes it on another path and for another caller', async () => {
    const key = keyed();
    const name = unique('tag-');
    const { api: other } = await aPerson(service, ['MODERATOR']);
    await post('/tags', { name }, key);
    const reused = await post('/tags', { name: unique('tag-') }, key);
    expect([reused.status, reasonIn(reused)]).to.deep.equal([422, 'idempotency-key-reused']);
    expect(isReplayed(await post('/tags/batch', { names: [name] }, key))).to.equal(null);
    expect(reasonIn(await post('/tags', { name }, key, other))).to.equal('tag-name-taken');
  });

  it('repeats the response if the path is spelled in another way', async () => {
    const key = keyed();
    const body = { name: unique('tag-') };
    const first = await post('/tags', body, key);
    for (const path of ['/tags/', '/Tags']) expect((await post(path, body, key)).text).to.equal(first.text);
  });

  it('executes a failed request again', async () => {
    const key = keyed();
    const name = unique('tag-');
    const { data: taken } = await service.admin.post<{ id: string }>('/tags', { name });
    expect(reasonIn(await post('/tags', { name }, key))).to.equal('tag-name-taken');
    await service.admin.delete(`/tags/${taken.id}`);
    const created = await post('/tags', { name }, key);
    expect([created.status, isReplayed(created)]).to.deep.equal([201, null]);
  });

  it('checks the access before it repeats a response', async () => {
    const key = keyed();
    const body = { name: unique('tag-') };
    const moderator = await aPerson(service, ['MODERATOR']);
    expect((await post('/tags', body, key, moderator.api)).status).to.equal(201);
    expect((await service.admin.patch(`/users/${moderator.id}`, { roleIds: [] })).status).to.equal(200);
    const refused = await post('/tags', body, key, moderator.api);
    expect([refused.status, reasonIn(refused), isReplayed(refused)]).to.deep.equal([403, 'role-required', null]);
  });

  it('repeats the response to a conditional request although the version has changed', async () => {
    const id = idIn(await post('/contents', { title: unique('Content ') }, {}));
    const headers = { ...keyed(), 'If-Match': '"1"' };
    const first = await post(`/contents/${id}/publish`, {}, headers);
    expect([first.status, first.headers.get('ETag')]).to.deep.equal([200, '"2"']);
    expect((await post(`/contents/${id}/unpublish`, {}, {})).status).to.equal(200);
    const again = await post(`/contents/${id}/publish`, {}, headers);
    expect([again.text, again.headers.get('ETag')]).to.deep.equal([first.text, '"2"']);
    expect((await post(`/contents/${id}/publish`, {}, { ...headers, ...keyed() })).status).to.equal(412);
  });

  it('makes a response of more than 64 KB again from the resource', async () => {
    const key = keyed();
    const body = { title: unique('Large '), editorType: 'RICHTEXT', contentHtml: 'ü'.repeat(25_000) };
    const small = await post('/contents', { ...body, contentHtml: 'ü'.repeat(20_000) }, key);
    expect((await post('/contents', { ...body, contentHtml: 'ü'.repeat(20_000) }, key)).text).to.equal(small.text);
    const otherKey = keyed();
    const first = await post('/contents', { ...body, contentHtml: 'ü'.repeat(40_000) }, otherKey);
    const id = idIn(first);
    await service.admin.patch(`/contents/${id}`, { title: 'Changed' });
    const again = await post('/contents', { ...body, contentHtml: 'ü'.repeat(40_000) }, otherKey);
    expect([again.status, isReplayed(again), again.headers.get('ETag')]).to.deep.equal([201, 'true', '"2"']);
    expect(JSON.parse(again.text).data).to.include({ id, title: 'Changed' });
    await service.admin.delete(`/contents/${id}`);
    const gone = await post('/contents', { ...body, contentHtml: 'ü'.repeat(40_000) }, otherKey);
    expect([gone.status, reasonIn(gone)]).to.deep.equal([404, 'content-not-found']);
  });

  for (const key of ['', ' ', 'a b', 'ü', 'x'.repeat(65), 'a\tb']) {
    it(`rejects ${JSON.stringify(key)} as a key`, async () => {
      const response = await service.admin.post(
        '/tags',
        { name: unique() },
        keyed(encodeURI(key) === key ? key : 'a b'),
      );
      expect([response.status, response.reason]).to.deep.equal([400, 'validation-failed']);
      expect(response.errors).to.have.nested.property('[0].field', 'Idempotency-Key');
    });
  }

  it('accepts every visible ASCII character in a key', async () => {
    const characters = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join('');
    for (const key of [characters.slice(0, 64), characters.slice(64)]) {
      expect((await post('/tags', { name: unique('tag-') }, keyed(key))).status).to.equal(201);
    }
  });

  it('ignores the header, even a malformed one, on every other route', async () => {
    const key = keyed('not a key');
    expect((await service.admin.get('/tags', key)).status).to.equal(200);
    expect((await service.admin.post('/contents/preview', { contentMd: 'x' }, key)).status).to.equal(200);
    const ticket = () => service.admin.post<{ ticket: string }>('/me/stream/ticket', {}, keyed('same'));
    expect((await ticket()).data.ticket).not.to.equal((await ticket()).data.ticket);
  });

  it('rejects a repetition while the first request is running', async () => {
    let finish: () => void = () => undefined;
    let begun: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { world, authenticator } = service;
    const slow = route({
      method: 'POST',
      path: '/slow',
      operation: 'beSlow',
      summary: 'Wait',
      idempotencyKey: 'accepted',
      access: 'authenticated',
      data: schema.text,
      handle: async ({ caller }) => {
        await new Promise<void>((resolve) => {
          finish = resolve;
          begun();
        });
        return world.work.run(async () => 'done', { keyed: caller.keyed });
      },
    });
    const { api, stop } = await startRoutes([slow], {
      authenticator,
      idempotency: { runOnce: runOnce(world), bodySecrets: [randomBytes(32)] },
    });
    const send = () =>
      fetch(`${api.url}/api/slow`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.admin.token}`, ...keyed('slow') },
      });
    const first = send();
    await started;
    const second = await send();
    finish();
    expect(second.status).to.equal(409);
    expect(await second.json()).to.include({ code: 1009, reason: 'idempotency-key-in-use' });
    expect((await first).status).to.equal(200);
    expect(isReplayed(await send())).to.equal('true');
    await stop();
  });

  it('knows a request again while the processes have the keys of bodies in different orders', async () => {
    const { world, routes, authenticator } = service;
    const [former, next] = [randomBytes(32), randomBytes(32)];
    const run = runOnce(world);
    const send = async (bodySecrets: readonly [Buffer, ...Buffer[]]) => {
      const { api, stop } = await startRoutes(routes, { authenticator, idempotency: { runOnce: run, bodySecrets } });
      const response = await fetch(`${api.url}/api/tags`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${service.admin.token}`,
          'Content-Type': 'application/json',
          ...keyed('rotated'),
        },
        body: JSON.stringify({ name: 'rotated' }),
      });
      await stop();
      return [response.status, isReplayed(response)];
    };
    expect(await send([former, next])).to.deep.equal([201, null]);
    expect(await send([next, former])).to.deep.equal([201, 'true']);
    expect(await send([next])).to.deep.equal([422, null]);
  });

  it('stores no password, neither in the response nor in the hash of the body', async () => {
    const stored: StoredResponse[] = [];
    const hashes: string[] = [];
    const { world, routes, authenticator } = service;
    const run = runOnce(world);
    const { api, stop } = await startRoutes(routes, {
      authenticator,
      idempotency: {
        bodySecrets: [randomBytes(32)],
        runOnce: async (request, ...acts) => {
          const result = await run(request, ...acts);
          stored.push(result.response);
          hashes.push(request.bodyHash);
          return result;
        },
      },
    });
    const password = unique('secret-password-');
    const name = unique('user-');
    const response = await api
      .as(service.admin.token ?? '')
      .post('/users', { username: name, email: `${name}@example.com`, password }, keyed());
    await stop();
    expect(response.status, response.message).to.equal(201);
    expect(JSON.stringify(stored)).to.include(name).and.not.include(password);
    expect(hashes.join('')).to.match(/^[\w-]{43}$/);
  });

  it('is ignored on the routes that respond with a secret or change nothing, and on no others', () => {
    const isKeyed = ({ method, access }: Route) => method === 'POST' && access !== 'public' && access !== 'optional';
    const ignored = service.routes.filter((each) => isKeyed(each) && each.idempotencyKey === 'ignored');
    const paths = ignored.map(({ path }) => path);
    expect(paths.filter((path) => !path.startsWith('/auth/'))).to.have.members([
      '/access/filter',
      '/access/v1/evaluation',
      '/access/v1/evaluations',
      '/access/what-if',
      '/api-keys',
      '/api-keys/:id/rotate',
      '/contents/preview',
      '/contents/:id/preview-links',
      '/me/stream/ticket',
      '/media',
      '/oauth2/introspect',
      '/oauth2/revoke',
      '/oauth2/token',
      '/users/:id/invitation',
      '/users/:id/password-reset',
      '/webhooks',
      '/webhooks/:id/rotate-secret',
    ]);
    const accepting = service.routes.filter((each) => each.idempotencyKey !== undefined && !ignored.includes(each));
    for (const { path, data } of accepting) {
      expect(path).not.to.match(/^\/auth\//);
      expect(JSON.stringify(data), path).not.to.match(/"(?:secret|token|accessToken|refreshToken|link|url|ticket)"/);
    }
  });

  it('names a GET route that exists wherever a response is made again', () => {
    for (const { idempotencyKey, path } of service.routes) {
      if (typeof idempotencyKey !== 'object') continue;
      const target = service.routes.find(({ operation }) => operation === idempotencyKey.reread);
      expect(target?.reads, path).to.equal(true);
      expect(target?.path, path).to.match(/\/:id$/);
    }
  });
});

import { expect } from 'chai';
import type { TestResponse } from '../src/testing.ts';
import { sendDocumented } from './support/api.ts';
import { startService, type Service } from './support/service.ts';

const security = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

type Fetch = (path: string, headers?: Readonly<Record<string, string>>, method?: string) => Promise<TestResponse>;

const fetchFrom =
  ({ api: { url } }: Service): Fetch =>
  (path, headers = {}, method = 'GET') =>
    sendDocumented(`${url}${path}`, { method, headers });

describe('Response headers', () => {
  let service: Service;
  let fetchPath: Fetch;

  const idFor = async (sent: string): Promise<string | null> =>
    (await fetchPath('/api/health/live', { 'X-Request-Id': sent })).headers.get('x-request-id');

  before(async () => {
    service = await startService();
    fetchPath = fetchFrom(service);
  });
  after(() => service.stop());

  const kinds: Readonly<Record<string, string>> = {
    'a public read': '/api/contents',
    health: '/api/health/live',
    'a refusal': '/api/users',
    'an unknown route': '/api/nothing',
    'another path': '/users',
  };

  for (const [kind, path] of Object.entries(kinds)) {
    it(`of ${kind} include the security headers and the content type, but not the name of the server`, async () => {
      const { headers } = await fetchPath(path);
      for (const [name, value] of Object.entries(security)) expect(headers.get(name), name).to.equal(value);
      for (const name of ['server', 'x-powered-by', 'via']) expect(headers.has(name), name).to.equal(false);
      for (const name of headers.keys()) expect(name).not.to.match(/^access-control-/);
      expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
    });
  }

  it('forbid caching of errors and of responses to requests with a token', async () => {
    const { admin: api } = service;
    for (const path of ['/users', '/auth/profile', '/contents', '/categories/tree', '/auth/sessions', '/audit-logs']) {
      const { status, headers } = await api.get(path);
      expect(status, path).to.equal(200);
      if (path !== '/categories/tree') expect(headers.get('Cache-Control'), path).to.equal('no-store');
    }
    for (const path of ['/api/users', '/api/nothing', '/api/contents/x']) {
      expect((await fetchPath(path)).headers.get('Cache-Control'), path).to.equal('no-store');
    }
    const login = await api.post('/auth/login', {});
    expect(login.headers.get('Cache-Control')).to.equal('no-store');
  });

  it('of public reads allow caching, and contain Authorization in Vary', async () => {
    const { headers } = await fetchPath('/api/contents');
    expect(headers.get('cache-control')).to.equal('no-cache');
    expect(headers.get('vary')).to.match(/\bAuthorization\b/);
  });

  describe('X-Request-Id', () => {
    for (const sent of ['a', 'Trace_0-9', 'x'.repeat(64)]) {
      it(`has the value that the request sent: ${sent}`, async () => expect(await idFor(sent)).to.equal(sent));
    }
    for (const sent of ['', 'x'.repeat(65), 'a b', 'a"b', 'ä', '{"level":60}']) {
      it(`has a new value if the request sent '${sent}'`, async () => {
        const encoded = Buffer.from(sent).toString('latin1');
        expect(await idFor(encoded)).to.match(/^[0-9a-f-]{36}$/);
      });
    }
  });

  describe('for pages of other origins', () => {
    const listed = 'https://admin.example.com';
    let open: Service;
    let call: Fetch;

    before(async () => {
      open = await startService({ corsOrigins: [listed, 'http://localhost:9527'] });
      call = fetchFrom(open);
    });
    after(() => open.stop());

    it('are missing if no origins are configured, even for a preflight request', async () => {
      const preflight = { Origin: listed, 'Access-Control-Request-Method': 'POST' };
      const { headers, status } = await fetchPath('/api/auth/login', preflight, 'OPTIONS');
      expect(status).to.equal(405);
      for (const name of headers.keys()) expect(name).not.to.match(/^access-control-/);
    });

    for (const path of ['/api/contents', '/api/users', '/api/nothing', '/api/contents/x']) {
      it(`allow a listed origin to read the response and its headers, on ${path}`, async () => {
        const { headers } = await call(path, { Origin: listed });
        expect(headers.get('access-control-allow-origin')).to.equal(listed);
        expect(headers.get('vary')).to.match(/\bOrigin\b/);
        expect(headers.get('access-control-expose-headers')).to.equal(
          'X-Request-Id,Retry-After,RateLimit,RateLimit-Policy,ETag,Location,Idempotency-Replayed,WWW-Authenticate',
        );
        expect(headers.has('access-control-allow-credentials')).to.equal(false);
      });
    }

    for (const origin of ['https://evil.example', 'null', `${listed}.evil.example`, 'https://admin.example.com:444']) {
      it(`do not allow another origin: ${origin}`, async () => {
        const { headers } = await call('/api/contents', { Origin: origin });
        expect(headers.has('access-control-allow-origin')).to.equal(false);
        expect(headers.get('vary')).to.match(/\bOrigin\b/);
      });
    }

    it('allow a preflight request without a token, and are valid for 10 minutes', async () => {
      const asked = { Origin: listed, 'Access-Control-Request-Method': 'PATCH' };
      const { status, headers } = await call('/api/users/x', asked, 'OPTIONS');
      expect(status).to.equal(204);
      expect(headers.get('access-control-allow-origin')).to.equal(listed);
      expect(headers.get('access-control-allow-methods')).to.equal('GET,POST,PUT,PATCH,DELETE');
      expect(headers.get('access-control-allow-headers')).to.equal(
        'Authorization,Content-Type,X-Request-Id,If-None-Match,If-Match,Prefer,Last-Event-ID,Idempotency-Key',
      );
      expect(headers.get('access-control-max-age')).to.equal('600');
      expect(headers.get('vary')).to.match(/\bOrigin\b/);
    });
  });
});

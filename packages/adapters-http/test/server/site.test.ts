import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Router } from '@koa/router';
import { expect } from 'chai';
import { createApp } from '../../src/server/app.ts';
import { readSite } from '../../src/server/site-files.ts';
import type { SiteOptions } from '../../src/server/site.ts';

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Encoding': 'gzip, deflate, br' };
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
const script = 'export const response = 42;\n'.repeat(100);

/** Sends a request without normalizing its path. `fetch` would resolve the dots in the path. */
async function send(server: Server, path: string, headers = {}, method = 'GET') {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.');
  const sent = request({ host: '127.0.0.1', port: address.port, path, method, headers }).end();
  const [response]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

async function serve(site: SiteOptions): Promise<Server> {
  const options = { trustProxy: 0, corsOrigins: [], log: () => {}, state: { closesConnections: false } };
  const app = createApp({ router: new Router({ prefix: '/api' }).routes(), site, ...options });
  const handle = app.callback();
  const server = createServer((incoming, response) => void handle(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('The console', () => {
  let directory: string;
  let server: Server;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
    const site = join(directory, 'site');
    await mkdir(join(site, 'assets'), { recursive: true });
    await mkdir(join(site, 'parts'));
    await writeFile(join(site, 'parts/pictures.html'), '<!doctype html><title>Pictures</title>');
    await writeFile(join(directory, 'secret.txt'), 'secret');
    await writeFile(join(site, 'index.html'), '<!doctype html><title>Console</title>');
    await writeFile(join(site, 'assets/main-1A2B.js'), script);
    await writeFile(join(site, 'assets/main-1A2B.js.br'), brotliCompressSync(script));
    await writeFile(join(site, 'assets/main-1A2B.js.gz'), gzipSync(script));
    await writeFile(join(site, 'assets/main-3C4D.css'), 'body { margin: 0 }');
    server = await serve({ version: '1.2.3', console: await readSite(site) });
  });
  after(async () => {
    server.close();
    await rm(directory, { recursive: true });
  });

  it('is the page to which / redirects browsers, while other clients get the URLs as JSON', async () => {
    const { status, headers } = await send(server, '/', browser);
    expect({ status, location: headers.location }).to.deep.equal({ status: 302, location: '/admin/' });
    expect(headers.vary).to.include('Accept');
    for (const accept of [{}, { Accept: '*/*' }, { Accept: 'application/json' }]) {
      const response = await send(server, '/', accept);
      expect(response.headers['content-type']).to.equal('application/json; charset=utf-8');
      expect(JSON.parse(response.body)).to.deep.equal({
        name: 'Portcullis',
        version: '1.2.3',
        docs: '/api/docs',
        openapi: '/api/openapi.json',
        console: '/admin/',
      });
    }
  });

  it('sends index.html with no-cache for /admin/ and for every page below /admin/', async () => {
    for (const path of [
      '/admin/',
      '/admin/users',
      '/admin/users/1?page=2',
      '/admin/contents/a.b',
      '/admin/index.html',
    ]) {
      const { status, headers, body } = await send(server, path, browser);
      expect(status, path).to.equal(200);
      expect(body).to.include('<title>Console</title>');
      expect(headers).to.include({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    }
    const { status, headers } = await send(server, '/admin?lang=en', browser);
    expect([status, headers.location]).to.deep.equal([302, '/admin/?lang=en']);
  });

  it('sends assets with the smallest encoding that the client accepts, as immutable', async () => {
    const path = '/admin/assets/main-1A2B.js';
    const forms = [
      [browser, 'br', brotliCompressSync(script).length],
      [{ 'Accept-Encoding': 'gzip' }, 'gzip', gzipSync(script).length],
      [{}, undefined, script.length],
      [{ 'Accept-Encoding': 'br;q=0, gzip;q=0' }, undefined, script.length],
    ] as const;
    for (const [accepted, encoding, length] of forms) {
      const { status, headers } = await send(server, path, accepted);
      expect({ status, encoding: headers['content-encoding'] }).to.deep.equal({ status: 200, encoding });
      expect(headers).to.include({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(length),
        vary: 'Accept-Encoding',
      });
    }
    expect((await send(server, path)).body).to.equal(script);
    const style = await send(server, '/admin/assets/main-3C4D.css', browser);
    expect(style.headers)
      .to.include({ 'content-type': 'text/css; charset=utf-8' })
      .and.not.have.property('content-encoding');
  });

  it('has a Content-Security-Policy on every response, including 304', async () => {
    const { headers } = await send(server, '/admin/', browser);
    expect(headers['content-security-policy']).to.equal(policy);
    const etag = headers.etag ?? '';
    for (const cached of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
      const again = await send(server, '/admin/users', { ...browser, 'If-None-Match': cached });
      expect({ status: again.status, body: again.body }).to.deep.equal({ status: 304, body: '' });
      expect(again.headers).to.include({ 'content-security-policy': policy, etag, 'cache-control': 'no-cache' });
    }
    expect((await send(server, '/admin/', { ...browser, 'If-None-Match': '"old"' })).status).to.equal(200);
  });

  it('allows pictures of other hosts, but no scripts, on the page that the console shows in a frame', async () => {
    const { headers } = await send(server, '/admin/parts/pictures.html', browser);
    expect(headers).to.include({ 'referrer-policy': 'no-referrer', 'x-frame-options': 'SAMEORIGIN' });
    const directives = headers['content-security-policy']?.toString().split('; ') ?? [];
    expect(directives).to.include.members(["default-src 'none'", "img-src 'self' data: https:"]);
    expect(directives.filter((directive) => /script|unsafe/.test(directive))).to.deep.equal([]);
    expect(directives.find((directive) => directive.startsWith('sandbox'))).not.to.include('allow-scripts');
  });

  it('names the origin of uploaded files in the policy for pictures, videos and sound', async () => {
    const mediaOrigin = 'https://media.example.com';
    const site = await readSite(join(directory, 'site'));
    const other = await serve({ version: '1.2.3', console: site, mediaOrigin });
    const { headers } = await send(other, '/admin/', browser);
    other.close();
    const directives = headers['content-security-policy']?.toString().split('; ') ?? [];
    expect(directives.filter((directive) => directive.includes(mediaOrigin))).to.deep.equal([
      `img-src 'self' ${mediaOrigin} data:`,
      `media-src 'self' ${mediaOrigin}`,
    ]);
  });

  it('responds to HEAD as to GET, without a body', async () => {
    for (const path of ['/', '/admin/', '/admin/assets/main-1A2B.js']) {
      const [head, get] = [await send(server, path, {}, 'HEAD'), await send(server, path)];
      expect(head).to.deep.include({ status: 200, body: '' });
      expect(head.headers['content-length']).to.equal(get.headers['content-length']);
    }
  });

  it('rejects methods other than GET and HEAD', async () => {
    for (const path of ['/', '/admin', '/admin/', '/admin/users']) {
      const { status, headers, body } = await send(server, path, {}, 'POST');
      expect([status, headers.allow]).to.deep.equal([405, 'GET, HEAD']);
      expect(JSON.parse(body)).to.include({ reason: 'method-not-allowed' });
    }
  });

  it('does not serve missing files, compressed copies by name, or files outside the site', async () => {
    const paths = [
      '/admin/assets/',
      '/admin/assets/missing.js',
      '/admin/scripts/missing.js',
      '/admin/parts/v2.js',
      '/admin/assets/main-1A2B.js.br',
      '/admin/assets/../index.html',
      '/admin/assets/../../secret.txt',
      '/admin/assets/..%2f..%2fsecret.txt',
      '/admin/assets/%2e%2e/%2e%2e/secret.txt',
      '/admin/assets/__proto__',
      '/administrator',
      '/favicon.ico',
    ];
    for (const path of paths) {
      const { status, body } = await send(server, path, browser);
      expect(status, path).to.equal(404);
      expect(JSON.parse(body)).to.include({ reason: 'unknown-route' });
    }
    for (const path of ['/admin/../secret.txt', '/admin/..%2fsecret.txt']) {
      expect((await send(server, path)).body, path).to.include('<title>Console</title>');
    }
  });

  describe('if it is switched off', () => {
    let bare: Server;
    before(async () => {
      bare = await serve({ version: '1.2.3', console: 'off' });
    });
    after(() => void bare.close());

    it('responds with 404, and / redirects to the API reference page', async () => {
      expect((await send(bare, '/admin/', browser)).status).to.equal(404);
      const { status, headers } = await send(bare, '/', browser);
      expect([status, headers.location]).to.deep.equal([302, '/api/docs']);
      expect(JSON.parse((await send(bare, '/')).body)).to.include({ console: null, docs: '/api/docs' });
    });
  });

  describe('if it has not been built', () => {
    let bare: Server;
    before(async () => {
      expect(await readSite(join(directory, 'nowhere'))).to.equal(undefined);
      bare = await serve({ version: '1.2.3', console: undefined });
    });
    after(() => void bare.close());

    it('responds with 404 and the reason, and / redirects to the API reference page', async () => {
      for (const path of ['/admin', '/admin/', '/admin/users']) {
        const { status, body } = await send(bare, path, browser);
        expect(status).to.equal(404);
        expect(JSON.parse(body).message).to.equal('The console has not been built: run npm run build.');
      }
      expect((await send(bare, '/', browser)).headers.location).to.equal('/api/docs');
    });
  });
});

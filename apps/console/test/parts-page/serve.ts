import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite } from '../../build/site.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const site = join(root, 'dist/parts-site');
await buildSite(root, site, 'test/parts-page/main.tsx');

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** Sends a file of the site, or the page at any other path. */
async function send(path: string, response: ServerResponse): Promise<void> {
  const name = /^\/admin\/((?:assets|parts)\/[\w.-]+)$/u.exec(path)?.[1] ?? 'index.html';
  try {
    const bytes = await readFile(join(site, name));
    const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'";
    response.writeHead(200, { 'Content-Type': types[extname(name)], 'Content-Security-Policy': policy }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

/** Serves the page with all parts on this machine. It needs no service, and is not a part of the console. */
const server = createServer((request, response) => {
  void send(new URL(request.url ?? '/', 'http://localhost').pathname, response);
});
server.listen(Number(process.env['PORT'] ?? 5180), '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' ? address?.port : undefined;
process.stdout.write(`http://127.0.0.1:${port}/admin/#parts\n`);

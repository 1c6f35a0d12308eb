import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { frontEndPort } from './service.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Serves a built front end. An unknown path gets the index page, because the front end's router handles the path. */
export async function serveBuild(directory: string): Promise<{ readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://front-end');
    const file = join(directory, normalize(decodeURIComponent(pathname)));
    const send = (name: string, content: Buffer): void => {
      response.writeHead(200, { 'Content-Type': types[extname(name)] ?? 'application/octet-stream' }).end(content);
    };
    const first = join(directory, 'index.html');
    readFile(file)
      .then((content) => send(file, content))
      .catch(async () => send(first, await readFile(first)))
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(frontEndPort, '127.0.0.1', resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { LongField } from '@portcullis/application/internal/ports/contents';
import { expect } from 'chai';
import { route } from '../../src/routes/route.ts';
import type { LargeResponseLimits } from '../../src/server/large-response-slots.ts';
import { startRoutes, type RouteServer } from '../support/mounted.ts';

const piece = 'x'.repeat(256 * 1024);
/**
 * Number of pieces. All pieces together are larger than the socket buffers, so they can be sent only while the client
 * reads.
 */
const pieces = 128;

/** Returns data of 32 MB that is produced while the client reads the response. */
const large = (): { readonly text: LongField } => ({
  text: {
    format: 'text',
    bytes: pieces * piece.length,
    pieces: async function* read() {
      for (let count = 0; count < pieces; count += 1) yield piece;
    },
  },
});

const largeRoute = route({
  method: 'GET',
  path: '/large',
  operation: 'getLarge',
  summary: 'Read a large response',
  access: 'public',
  data: {},
  handle: () => Promise.resolve(large()),
});

/** An array of 32 MB. It consists of short texts, so the service serializes it in one step. */
const items: readonly string[] = Array.from({ length: pieces * 256 }, () => piece.slice(0, 1024));

const inMemoryRoute = route({
  method: 'GET',
  path: '/in-memory',
  operation: 'getLargeArray',
  summary: 'Read a large response that is in memory',
  access: 'public',
  data: {},
  handle: () => Promise.resolve(items),
});

/**
 * Sends a request, waits for the first bytes of the response, and returns the socket. The test reads the response from
 * the socket.
 */
async function reader(url: string, path: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** Reads until the response ends or the connection closes, and returns the last 20 characters. */
async function restOf(socket: Socket): Promise<string> {
  let tail = '';
  socket.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-20);
    if (tail.endsWith('\r\n0\r\n\r\n')) socket.destroy();
  });
  await once(socket, 'close');
  return tail;
}

describe('§8: large responses to slow clients', () => {
  let served: RouteServer;
  let sockets: Socket[] = [];

  const serve = async (limits: Partial<LargeResponseLimits>): Promise<void> => {
    served = await startRoutes([largeRoute, inMemoryRoute], { largeResponses: limits });
  };
  const read = async (localAddress?: string, path = '/api/large'): Promise<Socket> => {
    const socket = await reader(served.api.url, path, localAddress);
    sockets.push(socket);
    return socket;
  };
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await served.stop();
  });

  it('are limited for each address and in total; further requests get 429', async () => {
    await serve({ atOnce: 3, perAddress: 2, waitMs: 50 });
    const statuses: string[] = [];
    for (const address of ['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.2', '127.0.0.3']) {
      const socket = await read(address);
      const [, status = ''] = /^HTTP\/1.1 (\d{3})/.exec(String(socket.read())) ?? [];
      statuses.push(status);
    }
    expect(statuses).to.deep.equal(['200', '200', '429', '200', '429']);
    const { status, headers } = await fetch(`${served.api.url}/api/large`);
    expect(status).to.equal(429);
    expect(headers.get('RateLimit')).to.equal('"large-answers";r=0;t=1');
    expect(headers.get('RateLimit-Policy')).to.equal('"large-answers";q=2;w=1');
    expect(headers.get('Retry-After')).to.equal('1');
    expect((await fetch(`${served.api.url}/api/large`, { method: 'HEAD' })).status).to.equal(200);
  });

  it('release their places when they are complete or their clients disconnect', async () => {
    await serve({ perAddress: 1, waitMs: 20_000 });
    const [first, ...waiting] = [read(), read(), read()];
    (await first).destroy();
    for (const next of waiting) expect(await restOf(await next)).to.match(/\r\n0\r\n\r\n$/);
  });

  it('are aborted and release their places if their clients read nothing', async () => {
    await serve({ perAddress: 1, waitMs: 20_000, stallMs: 50 });
    const stuck = await read();
    const next = await read();
    expect(await restOf(next)).to.match(/\r\n0\r\n\r\n$/);
    expect(await restOf(stuck)).not.to.match(/\r\n0\r\n\r\n$/);
  });

  it('are aborted even if they are already in memory', async () => {
    await serve({ perAddress: 1, waitMs: 20_000, stallMs: 50 });
    await read('127.0.0.1', '/api/in-memory');
    // Only one response at a time is allowed, so this response waits until the first connection is closed.
    expect(await restOf(await read())).to.match(/\r\n0\r\n\r\n$/);
  });

  it('are sent completely if they are already in memory', async () => {
    await serve({});
    const complete = await fetch(`${served.api.url}/api/in-memory`);
    const text = await complete.text();
    expect(JSON.parse(text)).to.deep.include({ data: items });
    const { headers } = await fetch(`${served.api.url}/api/in-memory`, { method: 'HEAD' });
    expect(headers.get('Content-Length')).to.equal(String(text.length));
  });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryCounters, route, type LargeAnswerLimits } from '@portcullis/adapters-http';
import type { LongField } from '@portcullis/application';
import type { ContentView } from '@portcullis/domain';
import { expect } from 'chai';
import { pino } from 'pino';
import { succeeds, type Wire } from './support/builders.ts';
import { mounted, type Mounted } from './support/mounted.ts';
import { startService, unique, type Service } from './support/service.ts';
import { head } from './support/wire.ts';

const piece = 'x'.repeat(256 * 1024);
/** More than what the kernel takes for a reader who does not read. */
const pieces = 128;

/** An answer of 32 MB that is made as it is read. */
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
  summary: 'Something large',
  access: 'public',
  data: {},
  handle: () => Promise.resolve(large()),
});

/** As large, of short texts, so that it is written as a whole. */
const items: readonly string[] = Array.from({ length: pieces * 256 }, () => piece.slice(0, 1024));
const heldRoute = route({
  method: 'GET',
  path: '/held',
  operation: 'getHeld',
  summary: 'Something large in memory',
  access: 'public',
  data: {},
  handle: () => Promise.resolve(items),
});

/** A reader who asks, and reads nothing unless told to. */
async function reader(url: string, path: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(head(`GET ${path} HTTP/1.1`));
  await once(socket, 'readable');
  return socket;
}

/** What is left for a reader to read, until its connection ends or the answer does. */
async function restOf(socket: Socket): Promise<string> {
  let tail = '';
  socket.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-20);
    if (tail.endsWith('\r\n0\r\n\r\n')) socket.destroy();
  });
  await once(socket, 'close');
  return tail;
}

describe('Answers of megabytes that are read slowly (§8)', () => {
  const lines: string[] = [];
  let served: Mounted;
  let sockets: Socket[] = [];

  const serve = async (limits: Partial<LargeAnswerLimits>): Promise<void> => {
    served = await mounted([largeRoute, heldRoute], memoryCounters, limits);
  };
  const read = async (localAddress?: string, path = '/api/large'): Promise<Socket> => {
    const socket = await reader(served.api.url, path, localAddress);
    sockets.push(socket);
    return socket;
  };
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    served.stop();
  });

  it('are so many for one address, and so many in all; others are told to come back', async () => {
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

  it('give their place back when they are read, and when their reader goes away', async () => {
    await serve({ perAddress: 1, waitMs: 20_000 });
    const [first, ...waiting] = [read(), read(), read()];
    (await first).destroy();
    for (const next of waiting) expect(await restOf(await next)).to.match(/\r\n0\r\n\r\n$/);
  });

  it('are cut off when their reader takes nothing, and give their place back', async () => {
    await serve({ perAddress: 1, waitMs: 20_000, stallMs: 50 });
    const stuck = await read();
    const next = await read();
    expect(await restOf(next)).to.match(/\r\n0\r\n\r\n$/);
    expect(await restOf(stuck)).not.to.match(/\r\n0\r\n\r\n$/);
  });

  it('are cut off also where they are in memory', async () => {
    await serve({ perAddress: 1, waitMs: 20_000, stallMs: 50 });
    await read('127.0.0.1', '/api/held');
    // There is a place for another answer as soon as the connection of the first is closed.
    expect(await restOf(await read())).to.match(/\r\n0\r\n\r\n$/);
  });

  it('are whole where they are in memory', async () => {
    await serve({});
    const whole = await fetch(`${served.api.url}/api/held`);
    const text = await whole.text();
    expect(JSON.parse(text)).to.deep.include({ data: items });
    const { headers } = await fetch(`${served.api.url}/api/held`, { method: 'HEAD' });
    expect(headers.get('Content-Length')).to.equal(String(text.length));
  });

  describe('of contents', () => {
    let service: Service;
    let content: Wire<ContentView>;
    const stuck: Socket[] = [];

    before(async () => {
      const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
      service = await startService({ DATABASE_POOL_SIZE: '2' }, log);
      const fields = { title: unique('large-'), editorType: 'RICHTEXT', contentHtml: 'x'.repeat(20 * 2 ** 20) };
      content = await succeeds(service.admin.post<Wire<ContentView>>('/contents', fields));
      await succeeds(service.admin.post(`/contents/${content.id}/publish`));
    });
    after(async () => {
      for (const socket of stuck) socket.destroy();
      await service.stop();
    });

    it('leave access checks, lists and readiness their connections, however many do not read', async () => {
      const path = `/api/contents/${content.id}`;
      const readers = Array.from({ length: 20 }, () => reader(service.server.url, path));
      for (let begun = 0; begun < 8; begun += 1) stuck.push(await Promise.race(readers.slice(begun)));
      const answers = await Promise.all(
        ['/auth/permissions', '/users', '/contents', '/health/ready'].map((each) => service.admin.get(each)),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
      const all = await Promise.all(readers);
      stuck.push(...all);
      const begun = all.filter((socket) => String(socket.read(12)).endsWith('200'));
      expect(begun).to.have.lengthOf(8);
    });

    it('break off when the content is changed meanwhile, and the log says so', async () => {
      for (const socket of stuck.splice(0)) socket.destroy();
      const half = await reader(service.server.url, `/api/contents/slug/${content.slug}`);
      await succeeds(service.admin.patch(`/contents/${content.id}`, { contentHtml: 'y'.repeat(20 * 2 ** 20) }));
      let text = '';
      half.on('data', (chunk: Buffer) => (text += chunk.toString()));
      await once(half, 'close');
      expect(text)
        .to.include('HTTP/1.1 200')
        .and.not.match(/yyy|\r\n0\r\n\r\n$/);
      await sleep(0);
      const [cut] = lines.filter((line) => line.includes('answer cut off'));
      expect(JSON.parse(cut ?? '')).to.include({
        msg: 'answer cut off: the content was changed meanwhile',
        route: '/api/contents/slug/:slug',
        level: 30,
      });
      const whole = await fetch(`${service.server.url}/api/contents/${content.id}`);
      expect(await whole.text()).to.include('yyy');
    });
  });
});

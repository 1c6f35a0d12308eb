import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import { pino } from 'pino';
import { expectSuccess, type Wire } from './support/builders.ts';
import { startService, unique, type Service } from './support/service.ts';
import { head } from './support/raw-socket.ts';

/** Sends a request, and returns the connection when the response has begun to arrive, but before it is read. */
async function reader(url: string, path: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(head(`GET ${path} HTTP/1.1`));
  await once(socket, 'readable');
  return socket;
}

describe('Large contents that are read slowly (§8)', () => {
  const lines: string[] = [];
  let service: Service;
  let content: Wire<ContentView>;
  const stuck: Socket[] = [];

  before(async () => {
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    service = await startService({ DATABASE_POOL_SIZE: '2' }, log);
    const fields = { title: unique('large-'), editorType: 'RICHTEXT', contentHtml: 'x'.repeat(20 * 2 ** 20) };
    content = await expectSuccess(service.admin.post<Wire<ContentView>>('/contents', fields));
    await expectSuccess(service.admin.post(`/contents/${content.id}/publish`));
  });
  after(async () => {
    for (const socket of stuck) socket.destroy();
    await service.stop();
  });

  it('leave enough database connections for access checks, lists and readiness, even if many clients do not read', async () => {
    const path = `/api/contents/${content.id}`;
    const readers = Array.from({ length: 20 }, () => reader(service.server.url, path));
    for (let begun = 0; begun < 8; begun += 1) stuck.push(await Promise.race(readers.slice(begun)));
    const responses = await Promise.all(
      ['/auth/permissions', '/users', '/contents', '/health/ready'].map((each) => service.admin.get(each)),
    );
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    const all = await Promise.all(readers);
    stuck.push(...all);
    const begun = all.filter((socket) => String(socket.read(12)).endsWith('200'));
    expect(begun).to.have.lengthOf(8);
  });

  it('are aborted, with a line in the log, when the content is changed while it is sent', async () => {
    for (const socket of stuck.splice(0)) socket.destroy();
    const half = await reader(service.server.url, `/api/contents/slug/${content.slug}`);
    // A large change could take so long that the response is aborted because nobody reads it.
    await expectSuccess(service.admin.patch(`/contents/${content.id}`, { contentHtml: 'yyy' }));
    let text = '';
    half.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(half, 'close');
    expect(text)
      .to.include('HTTP/1.1 200')
      .and.not.match(/yyy|\r\n0\r\n\r\n$/);
    await sleep(0);
    const [cut] = lines.filter((line) => line.includes('response aborted'));
    expect(JSON.parse(cut ?? '')).to.include({
      msg: 'response aborted: the content was changed while it was sent',
      route: '/api/contents/slug/:slug',
      level: 30,
    });
    const whole = await fetch(`${service.server.url}/api/contents/${content.id}`);
    expect(await whole.text()).to.include('yyy');
  });
});

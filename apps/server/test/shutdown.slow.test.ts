import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { withAnyDatabase } from './support/process.ts';
import { expectEventsOfWrites } from './support/recorded-writes.ts';
import { administrator, startService, type Service } from './support/service.ts';
import { head, openSocket } from './support/raw-socket.ts';
import { hangs, Receiver } from './webhooks/receiver.ts';

const body = JSON.stringify({ username: administrator.username, password: administrator.password });
const login = head(
  'POST /api/auth/login HTTP/1.1',
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(body)}`,
  'Expect: 100-continue',
);

describe('Shutdown', () => {
  let service: Service;
  let closed: Promise<void>;

  beforeEach(async () => {
    service = await startService({ SHUTDOWN_GRACE: '1s' });
    await service.api.get('/health/ready');
    // The events of the requests so far are checked here, because the tests close the database.
    await expectEventsOfWrites(service.server);
  });
  afterEach(() => service.stop());

  it('refuses requests clearly during the grace period, and closes each connection after its next response', async () => {
    expect((await service.api.get('/tags')).headers.get('Connection')).to.equal('keep-alive');
    closed = service.server.close();
    expect(await service.api.get('/health/live')).to.include({ status: 200 });
    expect(await service.api.get('/health/ready')).to.include({ status: 503, code: 2001 });
    for (const path of ['/tags', '/auth/profile']) {
      const { status, code, reason, headers } = await service.admin.get(path);
      expect({ status, code, reason }).to.deep.equal({ status: 503, code: 2001, reason: 'not-ready' });
      expect(headers.get('Retry-After'), path).to.equal('1');
      expect(headers.get('Connection'), path).to.equal('close');
    }
    await closed;
    const refused = await service.api.get('/health/live').catch((error: unknown) => error);
    expect(refused).to.include({ code: 'ECONNREFUSED' });
  });

  it('completes the requests in flight after it stops listening, and then closes everything', async () => {
    const socket = await openSocket(service.server.url);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const end = once(socket, 'close');
    socket.write(login + body.slice(0, 10));
    // The interim response shows that the request is in flight.
    while (!text.includes('100 Continue')) await sleep(20);
    closed = service.server.close();
    let isClosed = false;
    void closed.then(() => (isClosed = true));
    await sleep(1200);
    expect(isClosed).to.equal(false);
    socket.write(body.slice(10));
    await end;
    expect(text)
      .to.match(/^HTTP\/1\.1 200 /m)
      .and.match(/^Connection: close\r$/m);
    await closed;
    expect(service.server.database.connections()).to.deep.equal({ inUse: 0, idle: 0, waiting: 0 });
  });

  it('closes connections that stay idle after the grace period', async () => {
    const socket = await openSocket(service.server.url);
    socket.write(head('GET /api/health/live HTTP/1.1'));
    await once(socket, 'data');
    const end = once(socket, 'close');
    closed = service.server.close();
    await end;
    await closed;
  });
});

it('is not ready from the beginning of a shutdown, even while a delivery waits for its receiver', async () => {
  const receiver = await Receiver.start();
  const service = await startService({
    SHUTDOWN_GRACE: '1s',
    DELIVERIES: 'true',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_ALLOWED_PORTS: String(receiver.port),
  });
  receiver.behave = hangs;
  await service.admin.post('/webhooks', { url: receiver.url, types: ['tag.*'], description: 'hangs' });
  await service.admin.post('/tags', { name: 'a tag' });
  while (receiver.got.length === 0) await sleep(20);
  await expectEventsOfWrites(service.server);
  const closed = service.server.close();
  expect(await service.api.get('/health/ready')).to.include({ status: 503, code: 2001 });
  await closed;
  await service.stop();
  await receiver.stop();
});

describe('The program after SIGTERM', () => {
  it('ends with 0 after the request in flight, and immediately after a second signal', () =>
    withAnyDatabase(async (start) => {
      const program = start({ ADMIN_PASSWORD: administrator.password });
      const socket = await openSocket(await program.listening);
      socket.write(login + body.slice(0, 10));
      await sleep(20);
      program.kill('SIGTERM');
      await sleep(200);
      const end = once(socket, 'close');
      socket.resume().write(body.slice(10));
      await end;
      expect(await program.ended).to.equal(0);

      const again = start();
      const url = await again.listening;
      const held = await openSocket(url);
      held.resume().write(login + body.slice(0, 10));
      await sleep(200);
      again.kill('SIGTERM');
      const listens = () =>
        openSocket(url).then(
          (wire) => wire.destroy(),
          () => undefined,
        );
      while ((await listens()) !== undefined) await sleep(20);
      const waited = await Promise.race([again.ended, sleep(200, 'still waiting')]);
      expect(waited).to.equal('still waiting');
      again.kill('SIGTERM');
      expect(await again.ended).to.equal(null);
    }));
});

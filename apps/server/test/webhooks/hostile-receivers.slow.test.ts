import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { webhookSecrets } from '../../src/adapters/secrets.ts';
import { webhookClient } from '../../src/adapters/webhooks/client.ts';
import { repeat, startSocketServer } from '../support/socket-server.ts';

const message = { type: 'x.y', time: '2026-11-22T09:00:00.000Z', subject: 'x', data: { text: 'x'.repeat(500_000) } };
const timeoutMs = 300;
/** Maximum time in which an attempt must end, in milliseconds. It leaves time for a busy machine. */
const endMs = 5000;

const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
const interim = (status: number) => `HTTP/1.1 ${status} Interim\r\n\r\n`;
const ok = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
const onRequest =
  (behave: (socket: Socket) => void): ((socket: Socket) => void) =>
  (socket) =>
    void socket.once('data', () => behave(socket));

/** Behaviours of receivers that never complete a response. */
const endless: Readonly<Record<string, (socket: Socket) => void>> = {
  'switches protocols': onRequest((socket) => socket.write(upgrade)),
  'switches protocols before the request is sent': (socket) => void socket.write(upgrade),
  'switches protocols and closes the connection': onRequest((socket) => socket.end(upgrade)),
  'switches protocols without a header': onRequest((socket) => socket.write(interim(101))),
  'responds with 100 without end': onRequest((socket) => repeat(socket, interim(100))),
  'responds with 103 without end': onRequest((socket) => repeat(socket, interim(103).repeat(1000))),
  'accepts the connection and reads nothing': (socket) => void socket.pause(),
  'reads the request and does not respond': (socket) => void socket.resume(),
  'closes its side of the connection': onRequest((socket) => socket.end()),
  'begins a response before the request is sent': (socket) => void socket.pause().write(ok(100)),
  'sends headers without end': onRequest((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    repeat(socket, 'X: y\r\n');
  }),
  'sends a header without end': onRequest((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX: ');
    repeat(socket, 'y');
  }),
  'sends a body slowly': onRequest((socket) => {
    socket.write(ok(60_000));
    repeat(socket, 'x');
  }),
  'sends chunks without end': onRequest((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    repeat(socket, '1\r\nx\r\n');
  }),
  'sends what is not HTTP': onRequest((socket) => repeat(socket, 'SSH-2.0-x\r\n')),
};

describe('An attempt to call a webhook ends although the receiver', () => {
  const attempt = async (behave: (socket: Socket) => void, protocol = 'http') => {
    const server = await startSocketServer(behave);
    try {
      const client = webhookClient({ allowedPorts: [server.port], allowedHosts: ['127.0.0.1'], timeoutMs });
      const url = `${protocol}://127.0.0.1:${server.port}/`;
      const sending = client.send({ url, secrets: [webhookSecrets.create()], messageId: 'id', message });
      const result = await Promise.race([sending, sleep(endMs, undefined, { ref: false })]);
      if (result === undefined) return expect.fail('The attempt did not end.');
      server.resume();
      for (let waits = 0; server.open() > 0 && waits < 100; waits += 1) await sleep(20);
      expect(server.open(), 'open connections').to.equal(0);
      return result;
    } finally {
      await server.stop();
    }
  };

  for (const [name, behave] of Object.entries(endless)) {
    it(name, async () => {
      const { result, responseStatus } = await attempt(behave);
      expect(result).to.equal('failure');
      expect(responseStatus).to.equal(name.startsWith('switches protocols') ? 101 : null);
    });
  }

  it('completes a response before the request is sent', async () => {
    const result = await attempt((socket) => void socket.pause().write(ok(0)));
    expect(result).to.include({ result: 'success', responseStatus: 200 });
  });

  it('sends interim responses before the response, or ends the body with the connection', async () => {
    const body = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nthe body';
    for (const text of [interim(100) + interim(103) + body, body]) {
      const result = await attempt(onRequest((socket) => socket.end(text)));
      expect(result).to.include({ result: 'success', responseBody: 'the body' });
    }
  });

  it('does not finish the TLS handshake', async () => {
    for (const behave of [(socket: Socket) => void socket.resume(), (socket: Socket) => repeat(socket, '\x16')])
      expect(await attempt(behave, 'https')).to.include({ result: 'failure', responseStatus: null });
  });
});

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { smtpDelivery } from '../../src/adapters/mail/smtp-delivery.ts';
import { expect } from 'chai';
import { repeat, startSocketServer } from '../support/socket-server.ts';
import { repliesAfter } from './slow-replies.ts';

const message = {
  from: 'no-reply@example.com',
  to: 'ada@example.com',
  messageId: '<1@example.com>',
  headers: {},
  subject: 'x',
  text: 'x',
  html: '<p>x</p>',
};
const limitMs = 600;
/** Maximum time in which an attempt must end, in milliseconds. It leaves time for a busy machine. */
const endMs = 5000;

/** Behaviours of servers that never accept a mail. */
const endless: Readonly<Record<string, (socket: Socket) => void>> = {
  'accepts the connection and sends nothing': (socket) => void socket.resume(),
  'sends each reply slowly': repliesAfter(250),
  'sends a reply without end': (socket) => repeat(socket, '220-welcome\r\n'),
  'sends a line without end': (socket) => repeat(socket, '2'),
  'does not read the mail': (socket) => {
    repliesAfter(0)(socket);
    socket.on('data', (chunk) => String(chunk).startsWith('DATA') && socket.pause());
  },
};

describe('An attempt to deliver a mail', () => {
  const attempt = async (behave: (socket: Socket) => void, protocol = 'smtp') => {
    const server = await startSocketServer(behave);
    try {
      const sending = smtpDelivery(`${protocol}://127.0.0.1:${server.port}`, limitMs)(message, undefined);
      const result = await Promise.race([sending, sleep(endMs, undefined, { ref: false })]);
      if (result === undefined) return expect.fail('The attempt did not end.');
      server.resume();
      for (let waits = 0; server.open() > 0 && waits < 150; waits += 1) await sleep(20);
      expect(server.open(), 'open connections').to.equal(0);
      return result;
    } finally {
      await server.stop();
    }
  };

  for (const [name, behave] of Object.entries(endless)) {
    it(`ends at its time limit although the server ${name}`, async () => {
      const error = 'The mail server did not accept the mail in time.';
      expect(await attempt(behave)).to.include({ result: 'failure', error });
    });
  }

  it('ends at its time limit although the server does not finish the TLS handshake', async () => {
    expect(await attempt((socket) => void socket.resume(), 'smtps')).to.include({ result: 'failure' });
  });

  it('succeeds although the server is slow, if the time limit is not reached', async () => {
    let accepted = 0;
    expect(await attempt(repliesAfter(20, 20, () => (accepted += 1)))).to.include({ result: 'success' });
    expect(accepted).to.equal(1);
  });
});

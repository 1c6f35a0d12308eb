import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliverySlots, slotsPerReceiver } from '@portcullis/domain';
import { expect } from 'chai';
import { openMailbox, type Mailbox } from '../mail/mailbox.ts';
import { mailTo, mailVariables } from '../mail/received-mails.ts';
import { aTag } from '../support/builders.ts';
import { administrator, startService, type Service } from '../support/service.ts';
import { startSocketServer, type SocketServer } from '../support/socket-server.ts';
import { loopbackHosts } from './receiver.ts';

/** Maximum time in which something must happen that waits for no receiver, in milliseconds. */
const promptMs = 8000;
const hosts = loopbackHosts(deliverySlots.webhook + slotsPerReceiver);
const [hanging = '', working = '', ...others] = hosts;

describe('Receivers that do not respond', () => {
  let service: Service;
  let mailbox: Mailbox;
  let server: SocketServer;
  /** The open connections of each host, and the highest number of them. */
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  let delivered = 0;

  const behave = (socket: Socket): void => {
    const host = socket.localAddress ?? '';
    const count = (change: number): number => {
      const now = (open.get(host) ?? 0) + change;
      open.set(host, now);
      return now;
    };
    most.set(host, Math.max(most.get(host) ?? 0, count(1)));
    socket.on('close', () => count(-1));
    socket.on('data', () => {
      if (host !== working) return;
      delivered += 1;
      socket.end('HTTP/1.1 204 No Content\r\n\r\n');
    });
  };
  const total = (): number => [...open.values()].reduce((sum, each) => sum + each, 0);
  const aHook = (host: string) =>
    service.admin.post('/webhooks', {
      url: `http://${host}:${server.port}/`,
      types: ['tag.created'],
      description: 'hangs',
    });
  const within = async (condition: () => boolean): Promise<void> => {
    const end = performance.now() + promptMs;
    while (!condition()) {
      if (performance.now() > end) throw new Error('It did not happen in time.');
      await sleep(20);
    }
  };

  before(async () => {
    mailbox = await openMailbox();
    server = await startSocketServer(behave);
    service = await startService({
      ...mailVariables(mailbox),
      WEBHOOK_ALLOWED_HOSTS: hosts.join(','),
      WEBHOOK_ALLOWED_PORTS: String(server.port),
    });
  });
  after(async () => {
    await server.stop();
    await mailbox.close();
  });

  it('delay neither other receivers nor mails, and a stop waits for none of them', async () => {
    for (let count = 0; count < 4; count += 1) await aHook(hanging);
    await aHook(working);
    await aTag(service.admin);
    await within(() => delivered === 1 && open.get(hanging) === slotsPerReceiver);

    for (const host of others) await aHook(host);
    await aTag(service.admin);
    await within(() => delivered === 2 && total() === deliverySlots.webhook);
    const requestedAt = performance.now();
    await service.api.post('/auth/password-resets', { login: administrator.email });
    await mailTo(mailbox, administrator.email);
    expect(performance.now() - requestedAt).to.be.below(promptMs);
    expect(most.get(hanging)).to.equal(slotsPerReceiver);

    const stoppedAt = performance.now();
    await service.stop();
    expect(performance.now() - stoppedAt).to.be.below(promptMs / 2);
    await within(() => total() === 0);
  });
});

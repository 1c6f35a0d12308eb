import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliverySlots, slotsPerReceiver } from '@portcullis/domain/internal/events/delivery';
import { expect } from 'chai';
import { openMailbox, type Mailbox } from '../mail/mailbox.ts';
import { mailTo, mailVariables } from '../mail/received-mails.ts';
import { aCategory, aTag } from '../support/builders.ts';
import { administrator, startService, type Service } from '../support/service.ts';
import { startSocketServer, type SocketServer } from '../support/socket-server.ts';
import { loopbackHosts } from './receiver.ts';

/** Maximum time of a stop that waits for no receiver, in milliseconds. It leaves time for a busy machine. */
const stopMs = 10_000;
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
  const aHook = (host: string, type: string) =>
    service.admin.post('/webhooks', {
      url: `http://${host}:${server.port}/`,
      types: [type],
      description: 'hangs',
    });
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await sleep(20);
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
    for (let count = 0; count < 4; count += 1) await aHook(hanging, 'tag.created');
    await aHook(working, 'tag.created');
    for (const host of others) await aHook(host, 'category.created');
    await aTag(service.admin);
    await until(() => delivered === 1 && open.get(hanging) === slotsPerReceiver);
    await aCategory(service.admin);
    await until(() => total() === deliverySlots.webhook);
    await service.api.post('/auth/password-resets', { login: administrator.email });
    await mailTo(mailbox, administrator.email);
    // No attempt has ended, so the mail has not waited for one.
    expect(total()).to.equal(deliverySlots.webhook);
    expect(most.get(hanging)).to.equal(slotsPerReceiver);

    const stoppedAt = performance.now();
    await service.stop();
    expect(performance.now() - stoppedAt).to.be.below(stopMs);
    await until(() => total() === 0);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { sendDeliveries } from '@portcullis/application/internal/deliveries/send-deliveries';
import { mailDeliverySender } from '@portcullis/application/internal/mail/mails';
import { webhookKind, webhookDeliverySender } from '@portcullis/application/internal/webhooks/webhook-deliveries';
import { aDelivery, aWebhook } from '@portcullis/testing/internal/builders';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { typeormUnitOfWork, viewsOf } from '../src/index.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

const running = {
  isStopping: () => false,
  cancel: { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined },
};

describeOnServer('A delivery and a change of its webhook', () => {
  const database = freshDatabase(serverUrl);

  it('wait for each other without a deadlock', async () => {
    const { dataSource, reader, pool } = database();
    const work = typeormUnitOfWork({ dataSource });
    const world = new InMemoryWorld();
    const webhook = aWebhook();
    const delivery = aDelivery({ queue: webhook.id, createdAt: world.clock.now() });
    await work.run(async (tx) => {
      await tx.webhooks.add({ ...webhook, secret: world.secretBox.seal('whsec', webhook.id) });
      await tx.deliveries.add([delivery]);
    });
    const sender = webhookDeliverySender({ ...world, webhooks: viewsOf(reader).webhooks });
    const senders = { [webhookKind]: sender, mail: mailDeliverySender(world) };
    const { take, send } = sendDeliveries({ ...world, work, senders, random: () => 0 });
    const [taken] = await take([]);
    if (taken === undefined) throw new Error('Nothing was taken.');
    const isBlocked = async (): Promise<boolean> => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await pool.query(waiting)).rowCount !== 0;
    };
    let sent: Promise<number> | undefined;
    await work.run(async (tx) => {
      await tx.webhooks.lock(webhook.id);
      sent = send(taken, running);
      while (!(await isBlocked())) await sleep(5);
      await tx.deliveries.setPaused(webhook.id, webhookKind, true);
    });
    expect(await sent).to.equal(1);
    expect((await viewsOf(reader).deliveries.find(delivery.id))?.state).to.equal('delivered');
  });
});

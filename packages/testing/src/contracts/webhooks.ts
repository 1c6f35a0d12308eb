import { expect } from 'chai';
import type { Webhook } from '@portcullis/domain/internal/events/webhook';
import { anId, aWebhook, unique } from '../builders.ts';
import type { OpenStore } from './store.ts';

export function webhookContract(adapter: string, open: OpenStore): void {
  const add = async (...webhooks: readonly Webhook[]) =>
    open().work.run(async (tx) => {
      for (const webhook of webhooks) await tx.webhooks.add(webhook);
    });
  const viewOf = ({ secret: _secret, previousSecret: _previous, startPosition: _start, ...view }: Webhook) => view;

  describe(`Webhook contract, ${adapter}`, () => {
    afterEach(async () => {
      const { work, webhooks } = open();
      const { items } = await webhooks.list({ page: 1, pageSize: 100 });
      await work.run(async (tx) => {
        for (const { id } of items) await tx.webhooks.remove(id);
      });
    });

    it('stores a webhook unchanged; find returns it without secrets, and findSealed with them', async () => {
      const { webhooks, work } = open();
      const at = new Date('2026-03-01T00:00:00.000Z');
      const plain = aWebhook();
      const full = aWebhook({
        types: ['content.*', 'user.created'],
        description: 'Ünïcode',
        enabled: false,
        disabledReason: 'failing',
        failingSince: at,
        startPosition: 2 ** 40,
        previousSecret: 'sealed before',
        previousSecretUntil: at,
      });
      await add(plain, full);
      expect(await webhooks.findSealed(full.id)).to.deep.equal(full);
      expect(await webhooks.find(full.id)).to.deep.equal(viewOf(full));
      expect(await work.run((tx) => tx.webhooks.lock(plain.id))).to.deep.equal(plain);
      expect([await webhooks.find(anId()), await webhooks.findSealed(anId())]).to.deep.equal([undefined, undefined]);
      const changed = { ...plain, enabled: false, types: ['tag.*'] };
      await work.run((tx) => tx.webhooks.save(changed));
      expect(await webhooks.findSealed(plain.id)).to.deep.equal(changed);
      expect(await work.run((tx) => tx.webhooks.count())).to.equal(2);
    });

    it('lists and searches webhooks without their secrets', async () => {
      const description = unique('searched');
      const [one, two] = [aWebhook({ description }), aWebhook({ description })];
      await add(one, two);
      const { items, total } = await open().webhooks.list({
        page: 1,
        pageSize: 10,
        search: description,
        sortBy: 'url',
      });
      expect([items, total]).to.deep.equal([[one, two].map(viewOf), 2]);
    });

    it('queuePosition returns a position in the event log only while a webhook is enabled', async () => {
      const { webhooks, work } = open();
      expect(await webhooks.queuePosition()).to.equal(undefined);
      const [first, second, off] = [7, 5, 3].map((startPosition) =>
        aWebhook({ startPosition, enabled: startPosition > 3 }),
      );
      if (first === undefined || second === undefined || off === undefined) throw new Error('Three were made.');
      await add(first, second, off);
      await work.run(async (tx) => {
        expect((await tx.webhooks.enabled()).map(({ id }) => id)).to.have.members([first.id, second.id]);
        await tx.webhooks.setPosition(11);
        expect(await tx.webhooks.lockPosition()).to.equal(11);
      });
      expect(await webhooks.queuePosition()).to.deep.equal({ queued: 11, start: 5 });
    });
  });
}

import { expect } from 'chai';
import { aUser, aWebhook, unique } from '../builders.ts';
import { aFactor } from '../factors.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function secretsKeyContract(adapter: string, open: OpenStore): void {
  const read = () => open().work.run((tx) => tx.secretsKeys.lockAll());
  const sealedWith = (keyId: string): string => `v1.${keyId}.sealed`;

  describe(`Keys of stored secrets contract, ${adapter}`, () => {
    it('has one current key, which replaces the one before and is not lost', async () => {
      const { work } = open();
      const [first, second] = [unique('key'), unique('key')];
      await work.run((tx) => tx.secretsKeys.setCurrent(first));
      expect((await read()).current).to.equal(first);
      await work.run((tx) => tx.secretsKeys.setCurrent(second));
      await work.run((tx) => tx.secretsKeys.setLost([first]));
      expect(await read()).to.deep.include({ current: second });
      expect((await read()).lost)
        .to.include(first)
        .and.not.include(second);
      await work.run((tx) => tx.secretsKeys.setCurrent(first));
      expect((await read()).current).to.equal(first);
      expect((await read()).lost).not.to.include.members([first]);
    });

    it('can declare the current key lost', async () => {
      const id = unique('key');
      await open().work.run((tx) => tx.secretsKeys.setCurrent(id));
      await open().work.run((tx) => tx.secretsKeys.setLost([id]));
      expect((await read()).current).to.equal(undefined);
      expect((await read()).lost).to.include(id);
    });

    it('reads the keys that encrypted the secrets of webhooks and confirmed authenticator apps', async () => {
      const { work } = open();
      const [ofWebhook, before, expired, ofFactor, unconfirmed] = Array.from({ length: 5 }, () => unique('key'));
      const user = aUser();
      await given(work, { users: [user] });
      const confirmed = aFactor({ userId: user.id, sealedSecret: sealedWith(`${ofFactor}`) });
      const begun = aFactor({ userId: user.id, sealedSecret: sealedWith(`${unconfirmed}`), confirmedAt: null });
      const webhooks = [
        { previousSecret: sealedWith(`${before}`), previousSecretUntil: new Date('2999-01-01T00:00:00.000Z') },
        { previousSecret: sealedWith(`${expired}`), previousSecretUntil: new Date('2000-01-01T00:00:00.000Z') },
      ].map((previous) => aWebhook({ ...previous, secret: sealedWith(`${ofWebhook}`), enabled: false }));
      await work.run(async (tx) => {
        for (const factor of [confirmed, begun]) await tx.factors.add(factor);
        for (const webhook of webhooks) await tx.webhooks.add(webhook);
      });
      const { used } = await read();
      expect(used).to.include.members([ofWebhook, before, ofFactor]);
      expect(used).not.to.include(expired).and.not.include(unconfirmed);
      expect(used.filter((id) => id === ofWebhook)).to.have.length(1);
      const sealed = await open().secretsKeys.sealed(1);
      const keys = [ofWebhook, before, expired, ofFactor, unconfirmed];
      expect(sealed.filter(({ keyId }) => keys.includes(keyId))).to.have.deep.members([
        {
          keyId: ofWebhook,
          kind: 'webhook',
          count: 2,
          names: webhooks
            .map(({ url }) => url)
            .toSorted()
            .slice(0, 1),
        },
        { keyId: before, kind: 'webhook', count: 1, names: [webhooks[0]?.url] },
        { keyId: ofFactor, kind: 'factor', count: 1, names: [user.username] },
      ]);
      const replaced = [
        ['webhook', webhooks[0]?.id, sealedWith(`${ofWebhook}`)],
        ['previousWebhook', webhooks[0]?.id, sealedWith(`${before}`)],
        ['factor', begun.id, sealedWith(`${unconfirmed}`)],
      ] as const;
      for (const [place, id, value] of replaced) {
        if (id === undefined) continue;
        const find = async (keyId: string, after?: typeof id) => {
          const found = await open().secretsKeys.sealedIn(place, { keyId, after, limit: 10_000 });
          return found.find((each) => each.id === id)?.sealed;
        };
        const [oldKey = ''] = value.split('.').slice(1);
        const newKey = unique('key');
        expect([await find(newKey), await find(oldKey), await find(newKey, id)]).to.deep.equal([
          value,
          undefined,
          undefined,
        ]);
        const replace = (expected: string) =>
          work.run((tx) =>
            tx.secretsKeys.replaceSealed(place, [{ id, sealed: expected, resealed: sealedWith(newKey) }]),
          );
        expect([await replace(sealedWith('other')), await replace(value)]).to.deep.equal([0, 1]);
        expect([await find(newKey), await find(oldKey)]).to.deep.equal([undefined, sealedWith(newKey)]);
      }
      await work.run(async (tx) => {
        for (const { id } of webhooks) await tx.webhooks.remove(id);
        await tx.users.remove(user.id);
      });
    });
  });
}

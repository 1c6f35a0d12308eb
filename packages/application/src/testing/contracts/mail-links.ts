import { newMailLink, type UserId } from '@portcullis/domain';
import { expect } from 'chai';
import { aUser, anId, unique } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function mailLinkContract(adapter: string, open: OpenStore): void {
  describe(`Mail links contract, ${adapter}`, () => {
    const old = new Date('2026-05-01T00:00:00.000Z');
    const hourMs = 3_600_000;
    const add = async (userId: UserId, at = old) => {
      const link = newMailLink({ tokenHash: unique('hash'), purpose: 'password-reset', userId }, at);
      await open().work.run((tx) => tx.mailLinks.add(link));
      return link;
    };
    const find = (tokenHash: string) => open().work.run((tx) => tx.mailLinks.find(tokenHash));

    it('are found by the hash of their token, also if there is no such user', async () => {
      const [first, second] = [await add(anId()), await add(anId())];
      expect(await find(first.tokenHash)).to.deep.equal(first);
      expect(await find(second.tokenHash)).to.deep.equal(second);
      expect(await find(unique('hash'))).to.equal(undefined);
    });

    it('are removed when the password of their user is set, in either way', async () => {
      const [ada, bob] = [aUser(), aUser()];
      await given(open().work, { users: [ada, bob] });
      for (const method of ['setPassword', 'resetPassword'] as const) {
        const [first, second, other] = [await add(ada.id), await add(ada.id), await add(bob.id)];
        await open().work.run((tx) => tx.users[method](ada.id, 'hash of another password'));
        const found = await Promise.all([first, second, other].map(({ tokenHash }) => find(tokenHash)));
        expect(found, method).to.deep.equal([undefined, undefined, other]);
      }
    });

    it('are removed in batches after they have expired', async () => {
      const removeExpired = (before: number) =>
        open().work.run((tx) => tx.mailLinks.removeExpired(new Date(before), 2));
      while ((await removeExpired(old.getTime() + hourMs)) > 0);
      const later = new Date(old.getTime() + hourMs);
      const lasting = await add(anId(), later);
      for (let count = 0; count < 3; count += 1) await add(anId());
      const removed: number[] = [];
      do removed.push(await removeExpired(lasting.expiresAt.getTime()));
      while (removed.at(-1) !== 0);
      expect(removed).to.deep.equal([2, 1, 0]);
      expect(await find(lasting.tokenHash)).to.deep.equal(lasting);
    });
  });
}

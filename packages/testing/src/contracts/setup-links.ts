import { newSetupLink } from '@portcullis/domain/internal/accounts/setup-link';
import { expect } from 'chai';
import { aUser } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function setupLinkContract(adapter: string, open: OpenStore): void {
  describe(`Setup links contract, ${adapter}`, () => {
    it('lockLatest returns the setup link that expires last, until its user is removed', async () => {
      const { work } = open();
      const [ada, bob] = [aUser(), aUser()];
      await given(work, { users: [ada, bob] });
      const [earlier, later] = [new Date('2190-01-01T00:00:00.000Z'), new Date('2190-01-02T00:00:00.000Z')];
      const link = newSetupLink({ userId: ada.id, tokenHash: 'hash of ada' }, later);
      const other = newSetupLink({ userId: bob.id, tokenHash: 'hash of bob' }, earlier);
      const latest = () => work.run((tx) => tx.setupLinks.lockLatest());
      await work.run(async (tx) => {
        await tx.setupLinks.add(link);
        await tx.setupLinks.add(other);
      });
      expect(await latest()).to.deep.equal(link);
      const used = { ...link, usedAt: later };
      await work.run((tx) => tx.setupLinks.save(used));
      expect(await latest()).to.deep.equal(used);
      await work.run((tx) => tx.users.remove(ada.id));
      expect(await latest()).to.deep.equal(other);
      await work.run((tx) => tx.users.remove(bob.id));
    });

    it('returns whether a user has ever logged in', async () => {
      const { work } = open();
      const user = aUser();
      await given(work, { users: [user] });
      const hasLoggedIn = () => work.run((tx) => tx.loginAddresses.exist(user.id));
      expect(await hasLoggedIn()).to.equal(false);
      await work.run(async (tx) => {
        await tx.users.lock(user.id);
        await tx.loginAddresses.record({ userId: user.id, network: '192.0.2.1', lastLoginAt: new Date() });
      });
      expect(await hasLoggedIn()).to.equal(true);
    });
  });
}

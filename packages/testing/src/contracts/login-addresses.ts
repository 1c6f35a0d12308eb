import { maxLoginAddresses } from '@portcullis/domain/internal/accounts/login-address';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { aUser } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

/** Returns a day in 1990. Other tests use later times, so the removals here do not affect the rows of other tests. */
const day = (number: number): Date => new Date(Date.UTC(1990, 0, number));

export function loginAddressContract(adapter: string, open: OpenStore): void {
  const record = ({ id: userId }: User, network: string, lastLoginAt: Date) =>
    open().work.run(async (tx) => {
      await tx.users.lock(userId);
      await tx.loginAddresses.record({ userId, network, lastLoginAt });
    });
  const lastLogin = async ({ username }: User, network?: string) =>
    (await open().users.credentials(username, network))?.lastLoginAt;

  describe(`Login address contract, ${adapter}`, () => {
    let [ada, bob] = [aUser(), aUser()];
    beforeEach(async () => {
      [ada, bob] = [aUser(), aUser()];
      await given(open().work, { users: [ada, bob] });
    });

    it('stores the last login of each user from each network', async () => {
      await record(ada, '192.0.2.1', day(2));
      await record(ada, '2001:db8:0:1::/64', day(3));
      expect(await lastLogin(ada, '192.0.2.1')).to.deep.equal(day(2));
      expect((await open().users.credentialsOf(ada.id, '2001:db8:0:1::/64'))?.lastLoginAt).to.deep.equal(day(3));
      await record(ada, '192.0.2.1', day(4));
      expect(await lastLogin(ada, '192.0.2.1')).to.deep.equal(day(4));
      expect([await lastLogin(bob, '192.0.2.1'), await lastLogin(ada, '192.0.2.2')]).to.deep.equal([null, null]);
      expect(await lastLogin(ada)).to.equal(null);
    });

    it(`stores at most ${maxLoginAddresses} per user: a further one replaces the least recently used one`, async () => {
      await record(bob, 'bob', day(1));
      for (let count = 1; count <= maxLoginAddresses; count += 1) await record(ada, `network ${count}`, day(count));
      await record(ada, 'network 1', day(90));
      expect(await lastLogin(ada, 'network 2')).to.deep.equal(day(2));
      await record(ada, 'one more', day(91));
      expect(await lastLogin(ada, 'network 2')).to.equal(null);
      for (const kept of ['network 1', 'network 3', `network ${maxLoginAddresses}`, 'one more']) {
        expect(await lastLogin(ada, kept), kept).not.to.equal(null);
      }
      expect(await lastLogin(bob, 'bob')).to.deep.equal(day(1));
    });

    it('removes old addresses in batches, and returns the number removed', async () => {
      for (const network of ['a', 'b', 'c']) await record(ada, network, day(1));
      await record(bob, 'a', day(2));
      const remove = (limit: number) => open().work.run((tx) => tx.loginAddresses.removeOld(day(1), limit));
      // Other tests of this contract may have left login addresses with the same timestamps.
      let removed = 0;
      for (let batch = await remove(2); batch > 0; batch = await remove(2)) {
        expect(batch).to.be.at.most(2);
        removed += batch;
      }
      expect(removed).to.be.at.least(3);
      expect(await lastLogin(ada, 'b')).to.equal(null);
      expect(await lastLogin(bob, 'a')).to.deep.equal(day(2));
    });

    it('stores nothing if the login is rolled back, and removes the addresses of a removed user', async () => {
      const failing = open().work.run(async (tx) => {
        await tx.loginAddresses.record({ userId: ada.id, network: 'a', lastLoginAt: day(1) });
        throw new Error('rolled back');
      });
      expect(await failing.catch(String)).to.equal('Error: rolled back');
      expect(await lastLogin(ada, 'a')).to.equal(null);
      await record(ada, 'a', day(1));
      await open().work.run((tx) => tx.users.remove(ada.id));
      await given(open().work, { users: [ada] });
      expect(await lastLogin(ada, 'a')).to.equal(null);
    });

    it('counts password resets, but does not count other changes of the password', async () => {
      const resets = async () => (await open().users.credentialsOf(ada.id, ''))?.passwordResets;
      expect(await resets()).to.equal(0);
      await open().work.run((tx) => tx.users.setPassword(ada.id, 'changed'));
      expect(await resets()).to.equal(0);
      await open().work.run((tx) => tx.users.resetPassword(ada.id, 'reset'));
      expect(await resets()).to.equal(1);
      expect((await open().users.credentials(ada.email))?.passwordHash).to.equal('reset');
    });
  });
}

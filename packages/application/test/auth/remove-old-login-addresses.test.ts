import { knownAddressMs } from '@portcullis/domain';
import { expect } from 'chai';
import { removeOldLoginAddresses, type Transaction } from '../../src/index.ts';
import { aUser, given, InMemoryWorld } from '@portcullis/testing';

describe('removeOldLoginAddresses', () => {
  const user = aUser();
  const start = new Date('2026-03-01T00:00:00Z');
  let world: InMemoryWorld;
  const isKept = async () => (await world.users.credentials(user.username, 'home'))?.lastLoginAt !== null;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    world.clock.set(start);
    await given(world, { users: [user] });
    await world.run((tx) => tx.loginAddresses.record({ userId: user.id, network: 'home', lastLoginAt: start }));
  });

  it('removes a login address when the throttle no longer treats it as known', async () => {
    world.clock.advance(knownAddressMs - 1);
    expect([await removeOldLoginAddresses(world)(), await isKept()]).to.deep.equal([0, true]);
    world.clock.advance(1);
    expect([await removeOldLoginAddresses(world)(), await isKept()]).to.deep.equal([1, false]);
  });

  it('does nothing while another process holds the lock', async () => {
    world.clock.advance(knownAddressMs);
    const elsewhere = <T>(work: (tx: Transaction) => Promise<T>) =>
      world.run((tx) => work({ ...tx, tryAdvisoryLock: () => Promise.resolve(false) }));
    const attempt = removeOldLoginAddresses({ work: { run: elsewhere }, clock: world.clock })();
    expect([await attempt, await isKept()]).to.deep.equal([0, true]);
  });
});

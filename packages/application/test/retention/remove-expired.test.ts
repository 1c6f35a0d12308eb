import { knownAddressMs } from '@portcullis/domain/internal/accounts/login-address';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import { expect } from 'chai';
import type { Transaction } from '../../src/ports/unit-of-work.ts';
import { expiringNames, removeExpired } from '../../src/retention/remove-expired.ts';
import { aSession, aUser } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { replaceMembers } from '../support/replace-members.ts';

describe('removeExpired', () => {
  const user = aUser();
  const start = new Date('2026-03-01T00:00:00Z');
  let world: InMemoryWorld;

  beforeEach(() => {
    world = InMemoryWorld.seeded();
    world.clock.set(start);
  });

  it('removes nothing of any kind while another process holds its lock', async () => {
    const wanted: string[] = [];
    const tryAdvisoryLock = (name: string) => {
      wanted.push(name);
      return Promise.resolve(false);
    };
    const elsewhere = <T>(work: (tx: Transaction) => Promise<T>) =>
      world.run((tx) => work(replaceMembers(tx, { tryAdvisoryLock })));
    await given(world, { users: [user], sessions: [aSession({ userId: user.id, expiresAt: new Date(0) })] });
    const remove = removeExpired({ work: { run: elsewhere }, clock: world.clock });
    for (const name of expiringNames) expect(await remove(name), name).to.equal(0);
    expect(wanted).to.deep.equal(expiringNames.map((name) => `remove ${name}`));
    expect(await removeExpired(world)('expired sessions')).to.equal(1);
  });

  describe('of expired sessions', () => {
    const inMs = (ms: number) => aSession({ userId: user.id, expiresAt: new Date(start.getTime() + ms) });
    const remove = () => removeExpired(world)('expired sessions');
    const live = async ({ id }: Session) =>
      (await world.run((tx) => tx.sessions.lockLive(id, new Date(0)))) !== undefined;

    it('removes a session as soon as it has expired', async () => {
      const session = inMs(1);
      await given(world, { users: [user], sessions: [session] });
      expect([await remove(), await live(session)]).to.deep.equal([0, true]);
      world.clock.advance(1);
      expect([await remove(), await live(session)]).to.deep.equal([1, false]);
    });

    it('removes at most a thousand sessions at a time', async () => {
      await given(world, { users: [user], sessions: Array.from({ length: 1500 }, () => inMs(-1)) });
      expect([await remove(), await remove(), await remove()]).to.deep.equal([1000, 500, 0]);
    });
  });

  it('removes a login address when the throttle no longer treats it as known', async () => {
    await given(world, { users: [user] });
    await world.run((tx) => tx.loginAddresses.record({ userId: user.id, network: 'home', lastLoginAt: start }));
    const remove = () => removeExpired(world)('old login addresses');
    const isKept = async () => (await world.users.credentials(user.username, 'home'))?.lastLoginAt !== null;
    world.clock.advance(knownAddressMs - 1);
    expect([await remove(), await isKept()]).to.deep.equal([0, true]);
    world.clock.advance(1);
    expect([await remove(), await isKept()]).to.deep.equal([1, false]);
  });
});

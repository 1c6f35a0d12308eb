import type { Session } from '@portcullis/domain';
import { expect } from 'chai';
import { removeExpiredSessions, type Transaction } from '../../src/index.ts';
import { aSession, aUser, given, InMemoryWorld } from '@portcullis/testing';

describe('removeExpiredSessions', () => {
  const user = aUser();
  const start = new Date('2026-03-01T00:00:00Z');
  const inMs = (ms: number) => aSession({ userId: user.id, expiresAt: new Date(start.getTime() + ms) });
  let world: InMemoryWorld;
  const remove = () => removeExpiredSessions(world)();
  const live = async ({ id }: Session) =>
    (await world.run((tx) => tx.sessions.lockLive(id, new Date(0)))) !== undefined;

  beforeEach(() => {
    world = InMemoryWorld.seeded();
    world.clock.set(start);
  });

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

  it('does nothing while another process holds the lock', async () => {
    const session = inMs(-1);
    await given(world, { users: [user], sessions: [session] });
    const elsewhere = <T>(work: (tx: Transaction) => Promise<T>) =>
      world.run((tx) => work({ ...tx, tryAdvisoryLock: () => Promise.resolve(false) }));
    const attempt = removeExpiredSessions({ work: { run: elsewhere }, clock: world.clock })();
    expect([await attempt, await live(session)]).to.deep.equal([0, true]);
  });
});

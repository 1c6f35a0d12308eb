import type { Session } from '@portcullis/domain/internal/accounts/session';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { proveOwner, type ProveOwnerInput } from '../../src/auth/prove-owner.ts';
import { aClient, anActor, aSession, aUser } from '@portcullis/testing/internal/builders';
import { aFactor } from '@portcullis/testing/internal/factors';
import { given, givenPassword } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('proveOwner', () => {
  let world: InMemoryWorld;
  let ada: User;
  let session: Session;
  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    ada = aUser();
    session = aSession({ userId: ada.id });
    await given(world, { users: [ada], sessions: [session] });
    world.clock.advance(3_600_000 - 1);
  });

  const prove = (password: string | undefined, requireRecent: ProveOwnerInput['requireRecent'] = () => undefined) =>
    proveOwner(world)({
      actor: anActor({ id: ada.id, sessionId: session.id }),
      network: aClient.ipAddress,
      password,
      requireRecent,
    });
  const authenticatedAt = () =>
    world.run(async (tx) => (await tx.sessions.lockLive(session.id, world.clock.now()))?.authenticatedAt);

  it('without a password, requires a recent authentication', async () => {
    const asked: boolean[] = [];
    await prove(undefined, (hasPassword) => void asked.push(hasPassword));
    await prove(givenPassword, (hasPassword) => void asked.push(hasPassword));
    expect(asked).to.deep.equal([false, true]);
    const error: unknown = await prove(givenPassword, () => expect.fail('too old')).catch((reason: unknown) => reason);
    expect(error).to.have.property('message', 'too old');
  });

  it('with a password, verifies it, and counts a correct one as an authentication of the session', async () => {
    expect((await refusalOf(prove('wrong'))).refusal).to.equal('wrong-current-password');
    expect(await authenticatedAt()).to.equal(null);
    await prove(givenPassword);
    expect(await authenticatedAt()).to.deep.equal(world.clock.now());
  });

  it('does not count a password as an authentication of an account with a second factor', async () => {
    await world.run((tx) => tx.factors.add(aFactor({ userId: ada.id })));
    await prove(givenPassword);
    expect(await authenticatedAt()).to.equal(null);
  });
});

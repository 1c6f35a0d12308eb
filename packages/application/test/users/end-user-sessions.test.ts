import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { endUserSession, endUserSessions } from '../../src/users/end-user-sessions.ts';
import { aSession, aUser, anId, anActor } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('endUserSession and endUserSessions', () => {
  const [ada, bob] = [aUser(), aUser({ status: disabled })];
  const [first, second] = [aSession({ userId: ada.id }), aSession({ userId: ada.id })];
  const his = aSession({ userId: bob.id });
  let world: InMemoryWorld;
  const left = async () => {
    const pages = await Promise.all(
      [ada, bob].map(({ id: userId }) => world.sessions.list({ userId, page: 1, pageSize: 10 })),
    );
    return pages.flatMap(({ items }) => items).map(({ id }) => id);
  };

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [ada, bob], sessions: [first, second, his] });
  });

  it('ends one session of a user, even if the user is disabled', async () => {
    await endUserSession(world)({ actor: anActor(), userId: ada.id, sessionId: first.id });
    expect(await left()).to.have.members([second.id, his.id]);
    await endUserSession(world)({ actor: anActor(), userId: bob.id, sessionId: his.id });
    expect(await left()).to.deep.equal([second.id]);
  });

  it('ends all sessions of a user, even if there are none', async () => {
    await endUserSessions(world)({ actor: anActor(), userId: ada.id });
    expect(await left()).to.deep.equal([his.id]);
    await endUserSessions(world)({ actor: anActor(), userId: ada.id });
    expect(await left()).to.deep.equal([his.id]);
  });

  it('refuses an unknown user, and a session that is not live or belongs to another user', async () => {
    const end = (userId = ada.id, sessionId = first.id) =>
      endUserSession(world)({ actor: anActor(), userId, sessionId });
    expect((await refusalOf(end(anId()))).refusal).to.equal('user-not-found');
    expect((await refusalOf(endUserSessions(world)({ actor: anActor(), userId: anId() }))).refusal).to.equal(
      'user-not-found',
    );
    expect((await refusalOf(end(ada.id, anId()))).refusal).to.equal('session-not-found');
    expect((await refusalOf(end(ada.id, his.id))).refusal).to.equal('session-not-found');
    world.clock.set(first.expiresAt);
    expect((await refusalOf(end())).refusal).to.equal('session-not-found');
  });
});

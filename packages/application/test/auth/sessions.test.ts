import { userActor } from '@portcullis/domain/internal/shared/actor';
import { expect } from 'chai';
import { endSession, logOut } from '../../src/auth/sessions/end-sessions.ts';
import { aSession, aUser, anId, aClient } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('logOut and endSession', () => {
  const [ada, bob] = [aUser(), aUser()];
  const [here, there] = [aSession({ userId: ada.id }), aSession({ userId: ada.id })];
  const his = aSession({ userId: bob.id });
  const actor = userActor(ada, aClient);
  let world: InMemoryWorld;
  const left = async () => {
    const all = await Promise.all(
      [ada, bob].map(({ id: userId }) => world.sessions.list({ userId, page: 1, pageSize: 100 })),
    );
    return all.flatMap(({ items }) => items).map(({ id }) => id);
  };

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [ada, bob], sessions: [here, there, his] });
  });

  it('logOut ends the session of the request', async () => {
    await logOut(world)({ actor, sessionId: here.id, all: false });
    expect(await left()).to.have.members([there.id, his.id]);
  });

  it('logOut with `all` ends all sessions of the caller, but no session of another user', async () => {
    await logOut(world)({ actor, sessionId: here.id, all: true });
    expect(await left()).to.deep.equal([his.id]);
  });

  it('endSession ends only the given session', async () => {
    await endSession(world)({ actor, sessionId: there.id });
    expect(await left()).to.have.members([here.id, his.id]);
  });

  it('endSession refuses the session of another user as not found', async () => {
    for (const sessionId of [his.id, anId<'Session'>()]) {
      const attempt = endSession(world)({ actor, sessionId });
      expect((await refusalOf(attempt)).refusal).to.equal('session-not-found');
    }
    expect(await left()).to.have.length(3);
  });
});

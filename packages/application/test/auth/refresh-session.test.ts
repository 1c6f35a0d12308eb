import { userActor } from '@portcullis/domain/internal/shared/actor';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { logIn } from '../../src/auth/log-in.ts';
import { logOut } from '../../src/auth/sessions/end-sessions.ts';
import { refreshSession } from '../../src/auth/sessions/refresh-session.ts';
import type { TokenPair } from '../../src/auth/sessions/start-session.ts';
import { aUser, aClient } from '@portcullis/testing/internal/builders';
import { given, givenPassword } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('refreshSession', () => {
  const ada = aUser({ username: 'ada' });
  const graceMs = 10_000;
  let world: InMemoryWorld;
  let first: TokenPair;
  const refresh = (token: unknown) => refreshSession(world)({ client: aClient, token: token });
  const refused = async (token: unknown) => (await refusalOf(refresh(token))).refusal;
  const sessions = async () => (await world.sessions.list({ userId: ada.id, page: 1, pageSize: 100 })).total;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [ada] });
    const request = {
      login: 'ada',
      password: givenPassword,
      ipAddress: '192.0.2.9',
      network: '192.0.2.9',
      userAgent: 'test',
      requestId: 'request',
    };
    first = (await logIn(world)(request)).token;
  });

  it('exchanges each token for a new one', async () => {
    const second = await refresh(first.refreshToken);
    const third = await refresh(second.refreshToken);
    expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).to.equal(3);
  });

  it('returns the same successor for the previous token for 10 s', async () => {
    const second = await refresh(first.refreshToken);
    world.clock.advance(graceMs);
    for (let time = 1; time <= 2; time += 1) {
      expect((await refresh(first.refreshToken)).refreshToken).to.equal(second.refreshToken);
    }
  });

  it('ends the session if the previous token is used after more than 10 s', async () => {
    const second = await refresh(first.refreshToken);
    world.clock.advance(graceMs + 1);
    const { refusal, about } = await refusalOf(refresh(first.refreshToken));
    expect([refusal, about]).to.deep.equal(['refresh-token-reused', ada.id]);
    expect(await refused(second.refreshToken)).to.equal('session-ended');
    expect(await sessions()).to.equal(0);
  });

  it('ends the session if a token older than the previous one is used', async () => {
    await refresh((await refresh(first.refreshToken)).refreshToken);
    expect(await refused(first.refreshToken)).to.equal('refresh-token-reused');
    expect(await sessions()).to.equal(0);
  });

  it('does not end the session if a forged token is used', async () => {
    const forged = first.refreshToken.replace('1', '999');
    expect(await refused(forged)).to.equal('session-ended');
    expect(await sessions()).to.equal(1);
  });

  it('refuses a value that is not a token, and the tokens of ended sessions and disabled users', async () => {
    for (const text of [undefined, null, 7, '', 'none']) expect(await refused(text)).to.equal('session-ended');
    await world.run((tx) => tx.users.save({ ...ada, status: disabled }));
    expect(await refused(first.refreshToken)).to.equal('session-ended');
    await world.run((tx) => tx.users.save(ada));
    for (const { id } of (await world.sessions.list({ userId: ada.id, page: 1, pageSize: 100 })).items) {
      await logOut(world)({ actor: userActor(ada, aClient), sessionId: id, all: false });
    }
    expect(await refused(first.refreshToken)).to.equal('session-ended');
  });

  it('extends a session while it is used, but not beyond its maximum age', async () => {
    const { idleMs, maxMs } = world.lifetimes;
    let token = first.refreshToken;
    for (let used = 0; used + idleMs - 1 < maxMs; used += idleMs - 1) {
      token = (await refresh(token)).refreshToken;
      world.clock.advance(idleMs - 1);
    }
    world.clock.advance(idleMs);
    expect(await refused(token)).to.equal('session-ended');
  });
});

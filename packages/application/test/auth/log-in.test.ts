import { isId, type SessionId } from '@portcullis/domain/internal/shared/ids';
import { knownAddressMs } from '@portcullis/domain/internal/accounts/login-address';
import { maxLiveSessions } from '@portcullis/domain/internal/accounts/session';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { logIn, type LogInInput } from '../../src/auth/log-in.ts';
import type { Attempt, PasswordHasher } from '../../src/ports/system.ts';
import { setUserPassword } from '../../src/users/user-credentials.ts';
import { aRole, aUser, anActor } from '@portcullis/testing/internal/builders';
import { aFactor } from '@portcullis/testing/internal/factors';
import { foreignHashOf, hashOf } from '@portcullis/testing/internal/fakes';
import { given, givenPassword } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('logIn', () => {
  const ada = aUser({ username: 'Ada', email: 'Ada@Example.com' });
  const [editor, retired] = [aRole({ code: 'EDITOR' }), aRole({ status: disabled })];
  const request = {
    login: 'ada',
    password: givenPassword,
    ipAddress: '192.0.2.9',
    network: '192.0.2.9',
    userAgent: 'test',
    requestId: 'request',
  };
  let world: InMemoryWorld;
  const enter = (input: Partial<LogInInput> = {}) => logIn(world)({ ...request, ...input });

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { roles: [editor, retired], users: [ada], userRoles: [[ada.id, [editor.id, retired.id]]] });
  });

  /** Logs in and returns the session id, which is the last word of the fake access token. */
  async function openSession(): Promise<SessionId> {
    const { token } = await enter();
    const sessionId = token.accessToken.split(' ').at(-1);
    if (!isId<'Session'>(sessionId)) throw new Error('The token names no session.');
    return sessionId;
  }
  const grantsOf = (sessionId: SessionId) =>
    world.access.check({ userId: ada.id, sessionId, roles: ['EDITOR'], permissions: [] }).grants;

  it('§4.1: returns the user with the codes of the enabled roles, an access token and a refresh token', async () => {
    const { user, token } = await enter();
    expect(user).to.deep.equal({ id: ada.id, username: 'Ada', roles: ['EDITOR'] });
    expect(token.accessToken).to.match(new RegExp(`^access token of ${ada.id} in `));
    expect(token.refreshToken).to.match(/^refresh token 1 of /);
    expect(token.expiresIn).to.equal('15m');
  });

  it('accepts a user name or an e-mail address in any case', async () => {
    for (const login of ['ADA', 'ada@example.COM']) expect((await enter({ login })).user.id).to.equal(ada.id);
  });

  it('opens a session that passes the access check until its idle time is over', async () => {
    const sessionId = await openSession();
    expect(await grantsOf(sessionId)).to.deep.equal({ roles: ['EDITOR'], permissions: [] });
    world.clock.advance(world.lifetimes.idleMs - 1);
    expect(await grantsOf(sessionId)).not.to.equal(undefined);
    world.clock.advance(1);
    expect(await grantsOf(sessionId)).to.equal(undefined);
  });

  it('requires a second factor if one is added while the password is verified', async () => {
    const hasher = {
      ...world.hasher,
      verify: async (...input: Parameters<PasswordHasher['verify']>) => {
        await world.run((tx) => tx.factors.add(aFactor({ userId: ada.id })));
        return world.hasher.verify(...input);
      },
    };
    expect((await refusalOf(logIn({ ...world, hasher })(request))).refusal).to.equal('factor-required');
    expect((await world.sessions.list({ userId: ada.id, page: 1, pageSize: 1 })).total).to.equal(0);
  });

  it('replaces the hash of another product at the first login, and changes nothing else', async () => {
    await world.run((tx) => tx.users.renewHash(ada.id, foreignHashOf(givenPassword)));
    const before = await world.users.find(ada.id);
    expect((await refusalOf(enter({ password: 'wrong' }))).refusal).to.equal('wrong-password');
    await enter();
    expect((await world.users.credentialsOf(ada.id, request.network))?.passwordHash).to.equal(hashOf(givenPassword));
    expect(await world.users.find(ada.id)).to.deep.equal(before);
    await enter();
  });

  it('accepts concurrent first logins with the hash of another product', async () => {
    await world.run((tx) => tx.users.renewHash(ada.id, foreignHashOf(givenPassword)));
    const logins = await Promise.all([enter(), enter(), enter()]);
    expect(logins.map(({ user }) => user.id)).to.deep.equal([ada.id, ada.id, ada.id]);
  });

  it('refuses a login with the hash of another product if the account is disabled meanwhile', async () => {
    await world.run((tx) => tx.users.renewHash(ada.id, foreignHashOf(givenPassword)));
    const hasher = {
      ...world.hasher,
      renew: async (...input: Parameters<PasswordHasher['renew']>) => {
        await world.run((tx) => tx.users.save({ ...ada, status: disabled }));
        return world.hasher.renew(...input);
      },
    };
    expect((await refusalOf(logIn({ ...world, hasher })(request))).refusal).to.equal('account-disabled');
  });

  it('opens a new session at each login', async () => {
    expect(await openSession()).not.to.equal(await openSession());
  });

  it(`allows ${maxLiveSessions} sessions per user: a further login ends the least recently used one`, async () => {
    const opened: SessionId[] = [];
    for (let count = 0; count <= maxLiveSessions; count += 1) {
      opened.push(await openSession());
      world.clock.advance(1);
    }
    const [first, second] = await Promise.all(opened.slice(0, 2).map(grantsOf));
    expect([first, second === undefined]).to.deep.equal([undefined, false]);
    const { total } = await world.sessions.list({ userId: ada.id, page: 1, pageSize: 1 });
    expect(total).to.equal(maxLiveSessions);
  });

  it('passes to the throttle whether the network is known, and the number of password resets', async () => {
    const seen: unknown[] = [];
    const beforeAttempt = async ({ account, ipAddress, isKnownAddress, passwordResets }: Attempt) => {
      expect(ipAddress).to.equal(request.ipAddress);
      seen.push([account, isKnownAddress, passwordResets]);
    };
    const attempt = (input: Partial<LogInInput> = {}) =>
      logIn({ ...world, throttle: { ...world.throttle, beforeAttempt } })({ ...request, ...input });
    await refusalOf(attempt({ password: 'wrong' }));
    await attempt();
    await attempt();
    await attempt({ network: 'elsewhere' });
    await setUserPassword(world)({ actor: anActor(), userId: ada.id, password: givenPassword });
    world.clock.advance(knownAddressMs);
    await attempt();
    await refusalOf(attempt({ login: 'Nobody' }));
    expect(seen).to.deep.equal([
      [ada.id, false, 0],
      [ada.id, false, 0],
      [ada.id, true, 0],
      [ada.id, false, 0],
      [ada.id, false, 1],
      ['nobody', false, 0],
    ]);
  });

  it('§7 mapping 3: has the same message for a wrong password, an unknown user and a disabled account', async () => {
    const off = aUser({ status: disabled });
    await given(world, { users: [off] });
    const attempts = [enter({ password: 'wrong' }), enter({ login: 'nobody' }), enter({ login: off.username })];
    const refusals = await Promise.all(attempts.map(refusalOf));
    expect(new Set(refusals.map(({ message }) => message)).size).to.equal(1);
    expect(refusals.map(({ refusal, about }) => [refusal, about])).to.deep.equal([
      ['wrong-password', ada.id],
      ['unknown-account', undefined],
      ['account-disabled', off.id],
    ]);
  });

  it('calls the hasher for an unknown user too, so that both cases take the same time', async () => {
    const accounts: unknown[] = [];
    const verify = async (account: unknown) => {
      accounts.push(account);
      return true;
    };
    const attempt = logIn({ ...world, hasher: { ...world.hasher, verify } })({
      ...request,
      login: 'nobody',
    });
    expect((await refusalOf(attempt)).refusal).to.equal('unknown-account');
    expect(accounts).to.deep.equal([undefined]);
  });
});

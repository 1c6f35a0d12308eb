import { administratorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { logIn } from '../../src/auth/log-in.ts';
import { ensureAdministrator } from '../../src/setup/ensure-administrator.ts';
import { checkSetup, completeSetup } from '../../src/setup/setup-link.ts';
import { setUserPassword } from '../../src/users/user-credentials.ts';
import { aUser, anActor, aClient } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const origin = { ...aClient, network: aClient.ipAddress };
const minuteMs = 60_000;

describe('Setup link', () => {
  const first = { username: 'admin', email: 'admin@example.com', password: 'random at the first start' };
  const chosen = { username: 'grace', email: 'grace@example.com', password: 'chosen by its owner' };
  let world: InMemoryWorld;
  let token: string;
  const check = (sent = token) => checkSetup(world)(sent);
  const complete = (change = {}) => completeSetup(world)({ client: aClient, token, ...chosen, ...change });
  const enter = (login: string, password: string) => logIn(world)({ login, password, ...origin });

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    const setup = world.setupTokens.create();
    ({ token } = setup);
    await ensureAdministrator(world)({ actor: anActor(), ...first, setupTokenHash: setup.hash });
  });

  it('checkSetup returns the names of the administrator and the expiry of the link, any number of times', async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 30 * minuteMs);
    const open = { username: 'admin', email: 'admin@example.com', expiresAt, passwordMinLength: 8 };
    expect(await check()).to.deep.equal(open);
    expect(await check()).to.deep.equal(open);
  });

  it('completeSetup replaces the initial name, address and password of the administrator', async () => {
    const id = await complete();
    const { user } = await enter(chosen.username, chosen.password);
    expect(user).to.deep.equal({ id, username: 'grace', roles: [administratorRole.code] });
    expect((await world.users.find(id))?.email).to.equal(chosen.email);
    for (const password of [first.password, chosen.password]) {
      expect((await refusalOf(enter(first.username, password))).refusal).to.equal('unknown-account');
    }
    expect((await refusalOf(enter(chosen.username, first.password))).refusal).to.equal('wrong-password');
  });

  it('a setup link works once, even if several requests use it concurrently', async () => {
    const attempts = [complete(), complete({ username: 'other' }), complete({ username: 'third' })];
    const settled = await Promise.allSettled(attempts);
    expect(settled.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect((await refusalOf(complete())).refusal).to.equal('setup-closed');
    expect((await refusalOf(check())).refusal).to.equal('setup-closed');
  });

  it('a setup link is refused after half an hour', async () => {
    world.clock.advance(30 * minuteMs);
    expect((await refusalOf(check())).refusal).to.equal('setup-closed');
    expect((await refusalOf(complete())).refusal).to.equal('setup-closed');
    await enter(first.username, first.password);
  });

  it('a setup link is refused after the administrator got a new password, but not after another user did', async () => {
    const password = 'set by an operator';
    const other = aUser();
    await given(world, { users: [other] });
    await setUserPassword(world)({ actor: anActor(), userId: other.id, password });
    const { userId } = (await world.users.credentials(first.username)) ?? {};
    await check();
    if (userId !== undefined) await setUserPassword(world)({ actor: anActor(), userId, password });
    expect((await refusalOf(check())).refusal).to.equal('setup-closed');
    expect((await refusalOf(complete())).refusal).to.equal('setup-closed');
    await enter(first.username, password);
  });

  it('a setup link is refused after the administrator has logged in', async () => {
    await enter(first.email, first.password);
    expect((await refusalOf(check())).refusal).to.equal('setup-closed');
    expect((await refusalOf(complete())).refusal).to.equal('setup-closed');
  });

  it('a wrong setup token is refused before the password is checked', async () => {
    for (const sent of ['', 'none', `${token}x`, world.setupTokens.create().token]) {
      expect((await refusalOf(check(sent))).refusal).to.equal('setup-token-invalid');
      expect((await refusalOf(complete({ token: sent, password: 'x' }))).refusal).to.equal('setup-token-invalid');
    }
  });

  it('a setup link is refused if the first start created no token, or the administrator was removed', async () => {
    const other = InMemoryWorld.seeded();
    await ensureAdministrator(other)({ actor: anActor(), ...first });
    expect((await refusalOf(checkSetup(other)(token))).refusal).to.equal('setup-token-invalid');
    const { userId } = (await world.users.credentials('admin')) ?? expect.fail('There is no administrator.');
    await world.run((tx) => tx.users.remove(userId));
    expect((await refusalOf(check())).refusal).to.equal('setup-token-invalid');
  });

  it('a setup link remains valid after a name, an address or a password was refused', async () => {
    const other = aUser();
    await given(world, { users: [other] });
    const refusals = [
      [{ username: 'gra\u034fce' }, 'username-unacceptable'],
      [{ username: other.username }, 'username-taken'],
      [{ email: other.email }, 'email-taken'],
      [{ password: 'short' }, 'password-unacceptable'],
    ] as const;
    for (const [change, refusal] of refusals) expect((await refusalOf(complete(change))).refusal).to.equal(refusal);
    await complete({ username: first.username });
    expect((await enter(first.username, chosen.password)).user.username).to.equal('admin');
  });
});

import { administratorRole, moderatorRole, userRole } from '@portcullis/domain/internal/built-in';
import type { ExternalAccount } from '@portcullis/domain/internal/accounts/identity';
import { disabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { exchangeTicket } from '../../../src/auth/identities/exchange-ticket.ts';
import { finishSignIn } from '../../../src/auth/identities/finish-sign-in.ts';
import { linkIdentity, unlinkIdentity } from '../../../src/auth/identities/own-identities.ts';
import { startSignIn } from '../../../src/auth/identities/start-sign-in.ts';
import { logInWithFactor } from '../../../src/auth/log-in-with-factor.ts';
import { removeExpired } from '../../../src/retention/remove-expired.ts';
import { setUserRoles } from '../../../src/roles/set-user-roles.ts';
import { setUserAttributes } from '../../../src/user-attributes/user-attributes.ts';
import { unlinkUserIdentity } from '../../../src/users/user-credentials.ts';
import { aClient, anActor, anAttribute, anIdentity, aUser } from '@portcullis/testing/internal/builders';
import { aFactor, codeAt } from '@portcullis/testing/internal/factors';
import { aProvider } from '@portcullis/testing/internal/fake-providers';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const origin = { ...aClient, network: aClient.ipAddress };
const verifier = 'the secret of the page';
const returnTo = 'https://app.example.com/log-in';

describe('Sign-in with an identity provider', () => {
  let world: InMemoryWorld;
  let ada: User;

  const anAccount = (fields: Partial<ExternalAccount> = {}): ExternalAccount => ({
    issuer: aProvider().issuer,
    subject: 'subject-1',
    email: 'new@example.com',
    emailVerified: true,
    username: 'newcomer',
    groups: [],
    attributes: {},
    ...fields,
  });
  const begin = async (provider = 'corp', challenge = world.linkTokens.hashOf(verifier)) => {
    const started = await startSignIn(world)({ provider, returnTo, challenge, requestId: 'start' });
    if ('failure' in started) return expect.fail(started.failure);
    const state = /state=([^&]*)/.exec(started.address)?.[1] ?? '';
    return { ...started, state };
  };
  const finish = (sealed: string, state: string, provider = 'corp', further: Readonly<Record<string, string>> = {}) =>
    finishSignIn(world)({ provider, parameters: { state, code: 'a-code', ...further }, sealed, requestId: 'finish' });
  /** Signs in at the provider with an account. @returns the sign-in ticket */
  const ticketFor = async (account: ExternalAccount): Promise<string> => {
    world.providers.account = account;
    const { sealed, state } = await begin();
    const finished = await finish(sealed, state);
    return 'ticket' in finished ? finished.ticket : expect.fail(finished.failure);
  };
  const exchange = (ticket: string, secret = verifier) =>
    exchangeTicket(world)({ ticket, verifier: secret, ...origin });
  const signIn = async (account: ExternalAccount) => exchange(await ticketFor(account));
  const link = (user: User) => world.run((tx) => tx.identities.add(anIdentity({ userId: user.id, ...anAccount() })));
  const rolesOf = async ({ id }: Pick<User, 'id'>) => (await world.users.find(id))?.roles.map(({ code }) => code);

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    ada = aUser();
    await given(world, { users: [ada] });
  });

  it('logs in the user of the identity, and records the method in the event', async () => {
    await link(ada);
    world.clock.advance(1000);
    const { user, token } = await signIn(anAccount({ email: 'somebody-else@example.com', emailVerified: false }));
    expect(user).to.deep.equal({ id: ada.id, username: ada.username, roles: [] });
    expect(token.accessToken).to.include(ada.id);
    const last = (await world.events.after(0, 100)).at(-1);
    expect([last?.type, last?.changes['how']]).to.deep.equal(['session.started', { before: null, after: 'oidc' }]);
    const [identity] = await world.identities.of(ada.id);
    expect(identity?.lastUsedAt).to.deep.equal(world.clock.now());
    expect(world.signInLog.entries).to.deep.equal([]);
  });

  it('opens no session before the second factor of the account is proved', async () => {
    await link(ada);
    const pending = aFactor({ userId: ada.id, confirmedAt: null });
    await world.run((tx) => tx.factors.add(pending));
    expect((await signIn(anAccount())).user.id).to.equal(ada.id);
    await world.run((tx) => tx.factors.save({ ...pending, confirmedAt: world.clock.now() }));
    const sessions = async () => (await world.sessions.list({ userId: ada.id, page: 1, pageSize: 50 })).total;
    expect(await sessions()).to.equal(1);
    const { refusal, details } = await refusalOf(signIn(anAccount()));
    expect(refusal).to.equal('factor-required');
    expect(await sessions()).to.equal(1);
    if (details === undefined || !('challenge' in details)) return expect.fail('There is no challenge.');
    await logInWithFactor(world)({ challenge: details.challenge, code: codeAt(world.clock.now()), ...origin });
    expect(await sessions()).to.equal(2);
    const last = (await world.events.after(0, 100)).at(-1);
    expect([last?.type, last?.changes['how']]).to.deep.equal(['session.started', { before: null, after: 'factor' }]);
  });

  it('repeats a sign-in whose account a concurrent sign-in has added, and gives up if that goes on', async () => {
    world.providers.all = [aProvider({ signUp: true })];
    /** Adds an account, as a concurrent request would, between the checks of a sign-in and its transaction. */
    const overtaken = (overtake: () => Promise<unknown>) => {
      let isFirst = true;
      const taken: InMemoryWorld['users']['taken'] = async (names) => {
        const result = await world.users.taken(names);
        if (isFirst) {
          isFirst = false;
          await overtake();
        }
        return result;
      };
      return { ...world, users: { ...world.users, taken } };
    };
    const enter = async (deps: Parameters<typeof exchangeTicket>[0], account: ExternalAccount) =>
      exchangeTicket({ ...deps })({ ticket: await ticketFor(account), verifier, ...origin });
    const person = anAccount();
    const first = { id: '' };
    const same = overtaken(async () => void (first.id = (await signIn(person)).user.id));
    expect((await enter(same, person)).user.id, 'the same person')
      .to.equal(first.id)
      .and.not.to.equal('');

    const second = anAccount({ subject: 'subject-1b', email: 'second@example.com', username: 'second' });
    let hasEntered = false;
    const credentials: InMemoryWorld['users']['credentials'] = async (login) => {
      if (!hasEntered) {
        hasEntered = true;
        await signIn(second);
      }
      return world.users.credentials(login);
    };
    const late = { ...world, users: { ...world.users, credentials } };
    expect((await enter(late, second)).user.username, 'the same person, just before').to.equal('second');

    const other = anAccount({ subject: 'subject-2', email: 'other@example.com', username: 'namesake' });
    const namesake = overtaken(() => given(world, { users: [aUser({ username: 'namesake' })] }));
    expect((await enter(namesake, other)).user.username, 'another person').to.equal('other');

    const third = anAccount({ subject: 'subject-3', email: 'third@example.com', username: 'third' });
    const registered = overtaken(() => given(world, { users: [aUser({ email: 'third@example.com' })] }));
    expect((await refusalOf(enter(registered, third))).refusal, 'a registration').to.equal('link-required');

    await given(world, { users: [aUser({ username: 'fourth' })] });
    const fourth = anAccount({ subject: 'subject-4', email: 'new-4@example.com', username: 'fourth' });
    const stale = { ...world, users: { ...world.users, taken: async () => ({ email: false, username: false }) } };
    expect((await refusalOf(enter(stale, fourth))).refusal, 'every attempt').to.equal('sign-in-invalid');
  });

  it('creates an account with the role USER only if the settings of the provider allow it', async () => {
    expect((await refusalOf(signIn(anAccount()))).refusal).to.equal('account-missing');
    world.providers.all = [aProvider({ signUp: true })];
    const { user } = await signIn(anAccount());
    expect(user).to.include({ username: 'newcomer' });
    expect(user.roles).to.deep.equal([userRole.code]);
    expect((await world.users.find(user.id))?.email).to.equal('new@example.com');
    expect((await signIn(anAccount({ email: 'changed@example.com', username: 'changed' }))).user.id).to.equal(user.id);
  });

  for (const registration of ['invite', 'off'] as const) {
    it(`creates no account if REGISTRATION is ${registration}, but lets existing users sign in`, async () => {
      world.providers.all = [aProvider({ signUp: true })];
      const known = (await signIn(anAccount())).user.id;
      const closed = exchangeTicket({ ...world, registration });
      const signInAgain = async (account: ExternalAccount) =>
        closed({ ticket: await ticketFor(account), verifier, ...origin });
      const stranger = signInAgain(anAccount({ subject: 'stranger', email: 'stranger@example.com' }));
      expect((await refusalOf(stranger)).refusal).to.equal('account-missing');
      expect((await signInAgain(anAccount())).user.id).to.equal(known);
    });
  }

  it('creates no account with an invalid e-mail address', async () => {
    world.providers.all = [aProvider({ signUp: true })];
    for (const email of ['a@b@c', '<b@c.d>', 'a>@c.d', 'a\u0001@c.d', 'a\u0085b@c.d', `${'a'.repeat(250)}@c.de`]) {
      expect((await refusalOf(signIn(anAccount({ email })))).refusal, email).to.equal('account-missing');
    }
  });

  it('chooses another user name if the preferred one is in use, reserved or unacceptable', async () => {
    world.providers.all = [aProvider({ signUp: true })];
    const wishes = [ada.username, 'admin', 'ａｄｍｉｎ', 'аdmin', 'a b', '', null];
    for (const [index, username] of wishes.entries()) {
      const email = `mail${index}@example.com`;
      const { user } = await signIn(anAccount({ subject: `subject-${index}`, username, email }));
      expect(user.username).to.equal(`mail${index}`);
    }
    const { user } = await signIn(anAccount({ subject: 'last', username: 'admin', email: 'root@example.com' }));
    expect(user.username).to.equal(`user-${user.id}`);
  });

  it('opens one session for each ticket, within 60 seconds and only with the secret of the page', async () => {
    await link(ada);
    const ticket = await ticketFor(anAccount());
    await exchange(ticket);
    expect((await refusalOf(exchange(ticket))).refusal).to.equal('sign-in-invalid');
    const stolen = await ticketFor(anAccount());
    expect((await refusalOf(exchange(stolen, 'another secret'))).refusal).to.equal('sign-in-invalid');
    expect((await refusalOf(exchange(stolen))).refusal, 'used up by the attempt').to.equal('sign-in-invalid');
    const late = await ticketFor(anAccount());
    world.clock.advance(60_000);
    expect((await refusalOf(exchange(late))).refusal).to.equal('sign-in-invalid');
    expect(await removeExpired(world)('expired sign-in tickets')).to.equal(1);
    expect((await refusalOf(exchange('unknown'))).refusal).to.equal('sign-in-invalid');
  });

  it('opens only one session for concurrent exchanges of a ticket', async () => {
    await link(ada);
    const ticket = await ticketFor(anAccount());
    const settled = await Promise.allSettled([exchange(ticket), exchange(ticket), exchange(ticket)]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
  });

  it('refuses a response if this browser did not begin this sign-in with this provider', async () => {
    world.providers.all = [aProvider(), aProvider({ key: 'other', issuer: 'https://other.example.com' })];
    world.providers.account = anAccount();
    const { sealed, state } = await begin();
    const foreign = await begin();
    const attempts = [
      finish('', state),
      finish('nonsense', state),
      finish(foreign.sealed, state),
      finish(sealed, ''),
      finish(sealed, state, 'other'),
    ];
    for (const attempt of attempts) expect((await refusalOf(attempt)).refusal).to.equal('sign-in-invalid');
    expect((await refusalOf(finish(sealed, state, 'unknown'))).refusal).to.equal('provider-not-found');
    const unknown = { provider: 'unknown', returnTo, challenge: '', requestId: null };
    expect((await refusalOf(startSignIn(world)(unknown))).refusal).to.equal('provider-not-found');
  });

  it('returns to the page with a reason if the sign-in fails, and logs each failure once', async () => {
    const { sealed, state } = await begin();
    expect(await finish(sealed, state)).to.deep.equal({ returnTo, failure: 'provider-failed' });
    const denied = { returnTo, failure: 'access-denied' };
    expect(await finish(sealed, state, 'corp', { error: 'access_denied' })).to.deep.equal(denied);
    world.clock.advance(10 * 60_000);
    expect(await finish(sealed, state)).to.deep.equal({ returnTo, failure: 'expired' });
    const down = { ...world.providers, addressOf: () => Promise.reject(new Error('It is down.')) };
    const request = { provider: 'corp', returnTo, challenge: '', requestId: 'start' };
    const started = await startSignIn({ ...world, providers: down })(request);
    expect(started).to.deep.equal({ failure: 'provider-failed' });
    expect(world.signInLog.entries).to.deep.equal([
      { provider: 'corp', reason: 'provider-failed', requestId: 'finish' },
      { provider: 'corp', reason: 'access-denied', requestId: 'finish' },
      { provider: 'corp', reason: 'expired', requestId: 'finish' },
      { provider: 'corp', reason: 'provider-failed', requestId: 'start' },
    ]);
  });

  it('never logs in to an unlinked account that has the same address', async () => {
    world.providers.all = [aProvider({ signUp: true })];
    const same = anAccount({ email: ada.email.toUpperCase() });
    expect((await refusalOf(signIn(same))).refusal).to.equal('link-required');
    const unverified = anAccount({ email: ada.email, emailVerified: false });
    expect((await refusalOf(signIn(unverified))).refusal, 'tells nothing').to.equal('account-missing');
    const nameOfAda = anAccount({ email: ada.username });
    expect((await refusalOf(signIn(nameOfAda))).refusal).to.equal('account-missing');
    expect(await world.identities.of(ada.id)).to.deep.equal([]);
  });

  it('links an account automatically only for a trusted provider and an address verified on both sides', async () => {
    const email = 'ada@corp.example';
    const verified = aUser({ email, emailVerified: true });
    await given(world, { users: [verified] });
    const trusting = aProvider({ trustedDomains: ['corp.example'], signUp: true });
    const attempts: readonly (readonly [name: string, provider: typeof trusting, account: Partial<ExternalAccount>])[] =
      [
        ['not trusted', aProvider({ signUp: true }), { email }],
        ['trusted for another domain', aProvider({ trustedDomains: ['example', 'a.corp.example'] }), { email }],
        ['not verified there', trusting, { email, emailVerified: false }],
        ['not verified here', trusting, { email: ada.email }],
      ];
    for (const [name, provider, fields] of attempts) {
      world.providers.all = [{ ...provider, trustedDomains: [...provider.trustedDomains, 'example.com'] }];
      const { refusal } = await refusalOf(signIn(anAccount({ subject: name, ...fields })));
      expect(refusal, name).to.be.oneOf(['link-required', 'account-missing']);
    }
    expect(await world.identities.of(verified.id)).to.deep.equal([]);
    world.providers.all = [trusting];
    const { user } = await signIn(anAccount({ email: email.toUpperCase() }));
    expect(user.id).to.equal(verified.id);
    const linked = (await world.events.after(0, 100)).filter(({ type }) => type === 'identity.linked');
    expect(linked.map(({ subject, actor }) => [subject.id, actor.id])).to.deep.equal([[verified.id, verified.id]]);
  });

  it('links no account if the sign-in is refused because of its roles', async () => {
    const last = aUser({ email: 'last@corp.example', emailVerified: true });
    await given(world, { users: [last] });
    await setUserRoles(world)({ actor: anActor(), userId: last.id, roleIds: [administratorRole.id] });
    await world.run((tx) => tx.users.setRoleSource(last.id, [administratorRole.id], 'corp'));
    world.providers.all = [aProvider({ trustedDomains: ['corp.example'], roleMap: {} })];
    expect((await refusalOf(signIn(anAccount({ email: last.email })))).refusal).to.equal('last-administrator');
    expect(await world.identities.of(last.id)).to.deep.equal([]);
  });

  it('does not link a disabled account', async () => {
    const off = aUser({ email: 'off@corp.example', emailVerified: true, status: disabled });
    await given(world, { users: [off] });
    world.providers.all = [aProvider({ trustedDomains: ['corp.example'] })];
    expect((await refusalOf(signIn(anAccount({ email: off.email })))).refusal).to.equal('account-disabled');
    expect(await world.identities.of(off.id)).to.deep.equal([]);
  });

  it('refuses a disabled account, and does not change its roles', async () => {
    const bob = aUser({ status: disabled });
    await given(world, { users: [bob] });
    await link(bob);
    world.providers.all = [aProvider({ roleMap: { staff: ['MODERATOR'] } })];
    const { refusal, about } = await refusalOf(signIn(anAccount({ groups: ['staff'] })));
    expect([refusal, about]).to.deep.equal(['account-disabled', bob.id]);
    expect(await rolesOf(bob)).to.deep.equal([]);
  });

  it('stores claims as attributes at each sign-in, leaves out those that do not fit, and warns once', async () => {
    const mapped = ['department', 'level', 'missing', 'undeclared'].map((name) => ({ attribute: name, claim: name }));
    world.providers.all = [aProvider({ signUp: true, attributes: mapped })];
    const attributes = ['department', 'level', 'missing'].map((name) =>
      anAttribute({ name, type: name === 'level' ? 'number' : 'string', readableBy: 'admin', writableBy: 'admin' }),
    );
    await setUserAttributes(world)({ actor: anActor(), attributes });
    const claimed = { department: 'Sales', level: '3', undeclared: 'x' };
    const { user } = await signIn(anAccount({ attributes: claimed }));
    const stored = async () => (await world.users.find(user.id))?.attributes;
    expect(await stored()).to.deep.equal({ department: 'Sales' });
    const warning = { provider: 'corp', attributes: ['level', 'undeclared'], requestId: aClient.requestId };
    expect(world.signInLog.attributesLeftOut).to.deep.equal([warning]);
    await signIn(anAccount({ attributes: { level: 4 } }));
    expect(await stored()).to.deep.equal({ department: 'Sales', level: 4 });
    const position = await world.events.lastPosition();
    await signIn(anAccount({ attributes: { level: 4 } }));
    const types = (await world.events.after(position, 10)).map(({ type }) => type);
    expect(types).to.deep.equal(['session.started']);
  });

  it('warns of nothing if every claim fits', async () => {
    const attributes = [{ attribute: 'department', claim: 'department' }];
    world.providers.all = [aProvider({ signUp: true, attributes })];
    const declared = anAttribute({ readableBy: 'admin', writableBy: 'admin' });
    await setUserAttributes(world)({ actor: anActor(), attributes: [declared] });
    const { user } = await signIn(anAccount({ attributes: { department: 'Sales' } }));
    expect((await world.users.find(user.id))?.attributes).to.deep.equal({ department: 'Sales' });
    expect(world.signInLog.attributesLeftOut).to.deep.equal([]);
  });

  it('updates and audits the roles mapped from groups at each sign-in, and keeps all other roles', async () => {
    await link(ada);
    world.providers.all = [aProvider({ roleMap: { editors: ['MODERATOR', 'NONE'], all: ['USER'] } })];
    await setUserRoles(world)({ actor: anActor(), userId: ada.id, roleIds: [userRole.id] });
    const { user } = await signIn(anAccount({ groups: ['editors', 'all', 'constructor', 'strangers'] }));
    expect(user.roles).to.deep.equal(['MODERATOR', 'USER']);
    const records = () => world.audit.list({ page: 1, pageSize: 10, resourceId: ada.id });
    expect((await records()).total).to.equal(2);
    await signIn(anAccount({ groups: ['editors'] }));
    expect((await records()).total, 'nothing has changed').to.equal(2);
    await signIn(anAccount());
    expect(await rolesOf(ada)).to.deep.equal(['USER']);
    const changed = (await world.events.after(0, 100)).filter(({ type }) => type === 'user.roles.changed').at(-1);
    expect(changed?.changes['roleIds']?.before).to.have.members([moderatorRole.id, userRole.id]);
    expect(changed?.actor).to.deep.include({ type: 'user', id: ada.id, ipAddress: aClient.ipAddress });
    const { items } = await records();
    expect(items.filter(({ payload }) => 'actorId' in payload && payload.actorId === ada.id)).to.have.lengthOf(2);
  });

  it('does not change roles if no groups are mapped, and does not remove the last administrator', async () => {
    await link(ada);
    await setUserRoles(world)({ actor: anActor(), userId: ada.id, roleIds: [administratorRole.id] });
    await world.run((tx) => tx.users.setRoleSource(ada.id, [administratorRole.id], 'corp'));
    await signIn(anAccount());
    world.providers.all = [aProvider({ roleMap: {} })];
    expect((await refusalOf(signIn(anAccount()))).refusal).to.equal('last-administrator');
    expect(await rolesOf(ada)).to.deep.equal(['ADMIN']);
  });

  it('links an identity to the caller once, and refuses the identity of another user', async () => {
    const actor = anActor({ id: ada.id, name: ada.username });
    const linkTo = async (who = actor, provider = 'corp') =>
      linkIdentity(world)({ actor: who, provider, ticket: await ticketFor(anAccount()), verifier });
    expect((await refusalOf(linkTo(actor, 'other'))).refusal).to.equal('sign-in-invalid');
    const identity = await linkTo();
    expect(await linkTo()).to.deep.equal(identity);
    const bob = aUser();
    await given(world, { users: [bob] });
    const byBob = anActor({ id: bob.id });
    expect((await refusalOf(linkTo(byBob))).refusal).to.equal('identity-taken');
    expect((await refusalOf(unlinkIdentity(world)({ actor: byBob, id: identity.id }))).refusal).to.equal(
      'identity-not-found',
    );
    await unlinkIdentity(world)({ actor, id: identity.id });
    expect((await refusalOf(signIn(anAccount()))).refusal).to.equal('account-missing');
    await linkTo(byBob);
  });

  it('unlinkUserIdentity unlinks an identity only if it belongs to the given user', async () => {
    await link(ada);
    const bob = aUser();
    await given(world, { users: [bob] });
    const [identity] = await world.identities.of(ada.id);
    const unlink = async (userId: User['id']) =>
      unlinkUserIdentity(world)({ actor: anActor(), userId, id: identity?.id ?? expect.fail('There is no identity.') });
    expect((await refusalOf(unlink(bob.id))).refusal).to.equal('identity-not-found');
    expect((await refusalOf(unlink(aUser().id))).refusal).to.equal('user-not-found');
    await unlink(ada.id);
    expect((await refusalOf(signIn(anAccount()))).refusal).to.equal('account-missing');
  });

  it('refuses a ticket if its provider is no longer configured', async () => {
    await link(ada);
    const ticket = await ticketFor(anAccount());
    world.providers.all = [];
    expect((await refusalOf(exchange(ticket))).refusal).to.equal('sign-in-invalid');
  });
});

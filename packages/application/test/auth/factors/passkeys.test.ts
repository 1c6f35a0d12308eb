import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { BusinessError, FactorChallenge } from '@portcullis/domain/internal/shared/errors';
import type { Passkey } from '@portcullis/domain/internal/accounts/passkey';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import { disabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { addPasskey, beginPasskey } from '../../../src/auth/factors/add-passkey.ts';
import { removeFactor } from '../../../src/auth/factors/remove-factor.ts';
import { logInWithFactor } from '../../../src/auth/log-in-with-factor.ts';
import { beginPasskeyLogin, logInWithPasskey } from '../../../src/auth/log-in-with-passkey.ts';
import { logIn } from '../../../src/auth/log-in.ts';
import { removeExpired } from '../../../src/retention/remove-expired.ts';
import { resetFactors } from '../../../src/users/user-credentials.ts';
import { updateUser } from '../../../src/users/users.ts';
import { aClient, anActor, aRole, aSession, aUser } from '@portcullis/testing/internal/builders';
import { aFactor, aPasskey, codeAt } from '@portcullis/testing/internal/factors';
import { registrationResponse, authenticationResponse } from '@portcullis/testing/internal/fake-passkeys';
import { given, givenPassword } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const origin = { ...aClient, network: aClient.ipAddress };
const made = { credentialId: 'a-credential', counter: 0 };

const challengeIn = ({ refusal, details }: BusinessError): FactorChallenge => {
  expect(refusal).to.equal('factor-required');
  if (details === undefined || !('challenge' in details)) return expect.fail('There is no challenge.');
  return details;
};

describe('Passkeys', () => {
  let world: InMemoryWorld;
  let ada: User;
  /**
   * A session of Ada in which she proved a second factor. Without this proof, she could not add a passkey to an account
   * with a factor.
   */
  let session: Session;
  const actor = () => anActor({ id: ada.id, name: ada.username, sessionId: session.id });
  const begin = () => beginPasskey(world)({ actor: actor() });
  const add = (credential: unknown, by = actor()) => addPasskey(world)({ actor: by, name: 'Laptop', credential });
  const enter = () => logIn(world)({ login: ada.username, password: givenPassword, ...origin });
  const challenge = async () => challengeIn(await refusalOf(enter()));
  const complete = (token: string, credential: unknown) =>
    logInWithFactor(world)({ challenge: token, credential, ...origin });
  const loginChallenge = async () => (await beginPasskeyLogin(world)()).challenge;
  const logInWith = (credential: unknown) => logInWithPasskey(world)({ credential, ...origin });
  const refusal = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).refusal;
  const own = async () => (await world.factors.of(ada.id)).factors;
  /** Returns the number of sessions of Ada, not counting the session of `actor`. */
  const sessions = async () => (await world.sessions.list({ userId: ada.id, page: 1, pageSize: 50 })).total - 1;
  const stored = async (passkey: Passkey = aPasskey({ userId: ada.id })) => {
    await world.run((tx) => tx.factors.add(passkey));
    return passkey;
  };

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    ada = aUser({ username: 'ada' });
    const administrator = aUser();
    const userRoles = [[administrator.id, [administratorRole.id]]] as const;
    session = aSession({ userId: ada.id, hasFactor: true });
    await given(world, { users: [ada, administrator], userRoles, sessions: [session] });
  });

  it('recovery codes are created with the first passkey', async () => {
    const options = await begin();
    expect(options).to.deep.include({
      rp: { id: 'cms.example.com', name: 'Portcullis' },
      user: { id: ada.id.replaceAll('-', ''), name: 'ada', displayName: 'ada' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
    const first = await add(registrationResponse(made, options.challenge));
    expect(first.recoveryCodes).to.have.length(10);
    const next = await begin();
    expect(next.excludeCredentials).to.deep.equal([
      { id: 'a-credential', type: 'public-key', transports: ['internal'] },
    ]);
    const second = await add(registrationResponse({ ...made, credentialId: 'another' }, next.challenge));
    expect(second.recoveryCodes).to.deep.equal([]);
    const at = world.clock.now();
    const added = { kind: 'passkey', name: 'Laptop', createdAt: at, lastUsedAt: null };
    expect(await own()).to.deep.equal([
      { id: first.id, ...added },
      { id: second.id, ...added },
    ]);
  });

  it('a passkey is added only with an unused challenge that its owner got less than 5 minutes ago', async () => {
    const [used, old, others] = [await begin(), await begin(), await begin()];
    const eve = aUser();
    await given(world, { users: [eve] });
    const byEve = anActor({ id: eve.id });
    expect(await refusal(add(registrationResponse(made, others.challenge), byEve))).to.equal('wrong-passkey');
    expect(await refusal(add(registrationResponse(made, others.challenge))), 'ended by the foreign use').to.equal(
      'wrong-passkey',
    );
    expect(await refusal(add(registrationResponse(made, await loginChallenge()))), 'of a log-in').to.equal(
      'wrong-passkey',
    );
    expect(await refusal(add('nothing of a browser'))).to.equal('wrong-passkey');
    await add(registrationResponse(made, used.challenge));
    expect(await refusal(add(registrationResponse({ ...made, credentialId: 'b' }, used.challenge)))).to.equal(
      'wrong-passkey',
    );
    world.clock.advance(300_000);
    expect(await refusal(add(registrationResponse({ ...made, credentialId: 'b' }, old.challenge)))).to.equal(
      'wrong-passkey',
    );
  });

  it('a passkey is refused if another account has it, or if the account has 5 factors', async () => {
    const bob = aUser();
    await given(world, { users: [bob] });
    const taken = await stored(aPasskey({ userId: bob.id }));
    expect(await refusal(add(registrationResponse(taken, (await begin()).challenge)))).to.equal('wrong-passkey');
    const options = await begin();
    for (let count = 0; count < 5; count += 1) await stored();
    expect(await refusal(begin())).to.equal('too-many-factors');
    expect(await refusal(add(registrationResponse(made, options.challenge)))).to.equal('too-many-factors');
  });

  it('a passkey replaces the password at login, and the login options contain no account', async () => {
    const passkey = await stored();
    const options = await beginPasskeyLogin(world)();
    expect(options).to.deep.include({ rpId: 'cms.example.com', allowCredentials: [], userVerification: 'required' });
    const { user, token } = await logInWith(authenticationResponse(passkey, options.challenge));
    expect(user).to.deep.equal({ id: ada.id, username: 'ada', roles: [] });
    expect(token.accessToken).to.match(/^access token of /);
    expect(await world.run((tx) => tx.factors.findPasskey(passkey.credentialId))).to.include({ counter: 2 });
    expect((await own())[0]?.lastUsedAt).to.deep.equal(world.clock.now());
    expect(await sessions()).to.equal(1);
  });

  it('a passkey proves a second factor in the session that adds it and in a login with it', async () => {
    const role = aRole({ requiresFactor: true });
    const another = aSession({ userId: ada.id });
    await given(world, { roles: [role], userRoles: [[ada.id, [role.id]]], sessions: [another] });
    const rolesIn = async (id: Session['id']) => (await world.users.profile(ada.id, id))?.roles;
    expect(await rolesIn(another.id)).to.deep.equal([]);
    const options = await begin();
    await add(registrationResponse(made, options.challenge), anActor({ ...actor(), sessionId: another.id }));
    expect(await rolesIn(another.id)).to.deep.equal([role.code]);
    const passkey = await stored();
    const { user } = await logInWith(authenticationResponse(passkey, await loginChallenge()));
    expect(user.roles).to.deep.equal([role.code]);
  });

  it('a passkey logs in only its own user, once for each challenge, and with an increased counter', async () => {
    const passkey = await stored();
    const first = await loginChallenge();
    const response = authenticationResponse(passkey, first);
    await logInWith(response);
    const next = authenticationResponse({ ...passkey, counter: 7 }, first);
    expect(await refusal(logInWith(next)), 'the challenge').to.equal('wrong-passkey');
    const signed = async (changes: Parameters<typeof authenticationResponse>[2]) =>
      authenticationResponse({ ...passkey, counter: 7 }, await loginChallenge(), changes);
    for (const changes of [
      { counter: 2 },
      { signedWith: 'another key' },
      { credentialId: 'unknown' },
      { userHandle: aUser().id.replaceAll('-', '') },
    ]) {
      expect(await refusal(logInWith(await signed(changes))), JSON.stringify(changes)).to.equal('wrong-passkey');
    }
    const late = await signed({});
    world.clock.advance(300_000);
    expect(await refusal(logInWith(late)), 'too late').to.equal('wrong-passkey');
    expect(
      await refusal(logInWith(authenticationResponse(passkey, (await begin()).challenge))),
      'not for a log-in',
    ).to.equal('wrong-passkey');
    expect(await sessions()).to.equal(1);
    await logInWith(await signed({ userHandle: null }));
  });

  it('a passkey of a disabled account is refused with the same error as an unknown passkey', async () => {
    const passkey = await stored();
    await updateUser(world)({ actor: anActor(), userId: ada.id, change: { status: disabled } });
    const refused = await refusalOf(logInWith(authenticationResponse(passkey, await loginChallenge())));
    const unknown = await refusalOf(
      logInWith(authenticationResponse(aPasskey({ userId: ada.id }), await loginChallenge())),
    );
    expect([refused.refusal, refused.message, refused.details]).to.deep.equal([
      unknown.refusal,
      unknown.message,
      unknown.details,
    ]);
    expect((await world.sessions.list({ userId: ada.id, page: 1, pageSize: 1 })).total).to.equal(0);
  });

  it('a response that is sent many times concurrently opens only one session', async () => {
    const passkey = await stored();
    const response = authenticationResponse(passkey, await loginChallenge());
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => logInWith(response)));
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(await sessions()).to.equal(1);
  });

  it('a passkey completes a login with a password; its challenge contains the passkey options', async () => {
    const passkey = await stored();
    const { challenge: token, factors, passkeyOptions } = await challenge();
    expect(factors).to.deep.equal(['passkey']);
    expect(passkeyOptions).to.deep.include({
      challenge: token,
      rpId: 'cms.example.com',
      allowCredentials: [{ id: passkey.credentialId, type: 'public-key', transports: ['internal'] }],
    });
    await complete(token, authenticationResponse(passkey, token, { userHandle: null }));
    expect(await refusal(complete(token, authenticationResponse({ ...passkey, counter: 9 }, token)))).to.equal(
      'challenge-invalid',
    );
    expect(await sessions()).to.equal(1);
  });

  it('a passkey of another account is refused in a login, which an app can complete instead', async () => {
    const bob = aUser();
    await given(world, { users: [bob] });
    await world.run((tx) => tx.factors.add(aFactor({ userId: ada.id })));
    const [mine, his] = [await stored(), await stored(aPasskey({ userId: bob.id }))];
    const { challenge: token, factors } = await challenge();
    expect(factors).to.deep.equal(['totp', 'passkey']);
    const withoutHandle = authenticationResponse(his, token, { userHandle: null });
    for (const wrong of [withoutHandle, authenticationResponse(mine, 'another challenge'), undefined, 'nothing'])
      expect(await refusal(complete(token, wrong))).to.equal('wrong-passkey');
    await logInWithFactor(world)({ challenge: token, code: codeAt(world.clock.now()), ...origin });
  });

  it('5 wrong responses void a challenge, and 10 lock the factors of the account', async () => {
    const passkey = await stored();
    const { challenge: token } = await challenge();
    const wrong = (of: string) => authenticationResponse(passkey, of, { signedWith: 'another key' });
    for (let count = 0; count < 5; count += 1)
      expect(await refusal(complete(token, wrong(token)))).to.equal('wrong-passkey');
    expect(await refusal(complete(token, authenticationResponse(passkey, token)))).to.equal('challenge-invalid');
    for (let count = 0; count < 5; count += 1)
      expect(await refusal(logInWith(wrong(await loginChallenge())))).to.equal('wrong-passkey');
    const attempt = logInWith(authenticationResponse(passkey, await loginChallenge()));
    expect(await attempt.catch(({ message }: Error) => message)).to.equal('There were too many attempts.');
  });

  it('passkeys are not offered if the service has no domain for them', async () => {
    await stored();
    await world.run((tx) => tx.factors.add(aFactor({ userId: ada.id })));
    world.passkeys.domain = undefined;
    const { factors, passkeyOptions } = await challenge();
    expect([factors, passkeyOptions]).to.deep.equal([['totp'], undefined]);
    for (const attempt of [begin(), beginPasskeyLogin(world)()])
      expect(await attempt.catch(({ message }: Error) => message)).to.equal('There is no address for passkeys.');
  });

  it('users can remove their passkeys, and administrators can reset them', async () => {
    const { id, recoveryCodes } = await add(registrationResponse(made, (await begin()).challenge));
    expect(recoveryCodes).not.to.deep.equal([]);
    await removeFactor(world)({ actor: actor(), factorId: id });
    expect(await world.factors.of(ada.id)).to.deep.equal({ factors: [], recoveryCodesLeft: 0 });
    const passkey = await stored();
    await resetFactors(world)({ actor: anActor(), userId: ada.id });
    expect(await own()).to.deep.equal([]);
    expect(await refusal(logInWith(authenticationResponse(passkey, await loginChallenge())))).to.equal('wrong-passkey');
    await enter();
  });

  it('the sessions that began with a removed passkey end, except the session of the caller', async () => {
    const [lost, kept] = [await stored(), await stored()];
    const enterWith = async (passkey: Passkey) => {
      await logInWith(authenticationResponse(passkey, await loginChallenge()));
      const { challenge: token } = await challenge();
      await complete(token, authenticationResponse({ ...passkey, counter: passkey.counter + 1 }, token));
    };
    const ended = async () => {
      const events = await world.events.after(0, 1000);
      return events.filter(({ type }) => type === 'session.ended').map(({ changes }) => changes['sessionIds']?.before);
    };
    await enterWith(lost);
    await enterWith(kept);
    expect(await sessions()).to.equal(4);
    const { items } = await world.sessions.list({ userId: ada.id, page: 1, pageSize: 50, sortBy: 'createdAt' });
    const [first, second] = items
      .map(({ id }) => id)
      .filter((id) => id !== session.id)
      .toSorted();
    const by = anActor({ id: ada.id, name: ada.username, sessionId: first ?? null });
    await removeFactor(world)({ actor: by, factorId: lost.id });
    expect(await sessions(), 'the own session and those of the other passkey').to.equal(3);
    expect(await ended()).to.deep.equal([[second]]);
    await resetFactors(world)({ actor: anActor(), userId: ada.id });
    expect(await sessions(), 'the session that began with a passkey that was removed before').to.equal(1);
  });

  it('removeExpired removes expired passkey challenges', async () => {
    await begin();
    await loginChallenge();
    expect(await removeExpired(world)('expired passkey challenges')).to.equal(0);
    world.clock.advance(300_000);
    expect(await removeExpired(world)('expired passkey challenges')).to.equal(2);
  });
});

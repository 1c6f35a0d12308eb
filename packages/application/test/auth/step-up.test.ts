import { lastAuthentication, type Session } from '@portcullis/domain/internal/accounts/session';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { removeFactor } from '../../src/auth/factors/remove-factor.ts';
import { beginPasskeyLogin } from '../../src/auth/log-in-with-passkey.ts';
import { stepUp, type StepUpInput } from '../../src/auth/step-up.ts';
import type { PasswordHasher } from '../../src/ports/system.ts';
import { aClient, anActor, anId, anIdentity, aSession, aUser } from '@portcullis/testing/internal/builders';
import { aFactor, aPasskey, codeAt } from '@portcullis/testing/internal/factors';
import { authenticationResponse } from '@portcullis/testing/internal/fake-passkeys';
import { aProvider } from '@portcullis/testing/internal/fake-providers';
import { given, givenPassword } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const network = aClient.ipAddress;

describe('stepUp', () => {
  let world: InMemoryWorld;
  let ada: User;
  let [session, other]: Session[] = [];
  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    ada = aUser({ username: 'ada' });
    [session, other] = [aSession({ userId: ada.id }), aSession({ userId: ada.id })];
    await given(world, { users: [ada], sessions: [session, other] });
    world.clock.advance(3_600_000);
  });

  const actor = () => anActor({ id: ada.id, name: ada.username, sessionId: session?.id ?? null });
  const prove = (proof: StepUpInput['proof']) => stepUp(world)({ actor: actor(), network, proof });
  const refusal = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).refusal;
  const code = () => codeAt(world.clock.now());
  const addFactor = () => world.run((tx) => tx.factors.add(aFactor({ userId: ada.id })));
  const stored = (which: Session | undefined) =>
    world.run(
      async (tx) => (which && (await tx.sessions.lockLive(which.id, world.clock.now()))) ?? expect.fail('ended'),
    );

  it('renews only the authentication of the current session if the password is correct', async () => {
    await prove({ password: givenPassword });
    const renewed = await stored(session);
    expect(renewed).to.deep.include({ authenticatedAt: world.clock.now(), hasFactor: false });
    expect(lastAuthentication(renewed)).to.deep.equal(world.clock.now());
    expect(await stored(other)).to.deep.equal(other);
  });

  it('accepts a code if the account has a factor, and marks the factor as proved in the session', async () => {
    await addFactor();
    await prove({ code: code() });
    expect(await stored(session)).to.deep.include({ authenticatedAt: world.clock.now(), hasFactor: true });
    expect((await stored(other)).hasFactor).to.equal(false);
    expect(await refusal(prove({ code: code() })), 'the same code').to.equal('wrong-code');
  });

  it('accepts a passkey of the account once for each login challenge', async () => {
    const passkey = aPasskey({ userId: ada.id });
    await world.run((tx) => tx.factors.add(passkey));
    const { challenge } = await beginPasskeyLogin(world)();
    const credential = authenticationResponse(passkey, challenge);
    await prove({ credential });
    expect(await stored(session)).to.deep.include({ authenticatedAt: world.clock.now(), hasFactor: true });
    expect(await refusal(prove({ credential })), 'the same challenge').to.equal('wrong-passkey');
    expect(await refusal(prove({ credential: {} })), 'no credential').to.equal('wrong-passkey');
  });

  it('refuses the passkey of another account', async () => {
    const bob = aUser();
    await given(world, { users: [bob] });
    const passkey = aPasskey({ userId: bob.id });
    await world.run((tx) => tx.factors.add(passkey));
    const { challenge } = await beginPasskeyLogin(world)();
    expect(await refusal(prove({ credential: authenticationResponse(passkey, challenge) }))).to.equal('wrong-passkey');
    expect(await stored(session)).to.deep.equal(session);
  });

  it('refuses a wrong password, a wrong code, and any password if the account has a factor', async () => {
    expect(await refusal(prove({ password: 'wrong' }))).to.equal('wrong-current-password');
    expect(await refusal(prove({ code: code() })), 'without a factor').to.equal('wrong-code');
    await addFactor();
    expect(await refusal(prove({ code: '000000' }))).to.equal('wrong-code');
    expect(await refusal(prove({ password: givenPassword }))).to.equal('code-required');
    expect(await stored(session)).to.deep.equal(session);
  });

  it('accepts the ticket of a new sign-in with an identity of the caller, once, unless the account has a factor', async () => {
    const identity = anIdentity({ userId: ada.id, issuer: aProvider().issuer, subject: 'ada' });
    const foreign = anIdentity({ userId: anId(), issuer: aProvider().issuer, subject: 'somebody' });
    const secret = 'the secret of the page';
    const ticketOf = async ({ issuer, subject }: typeof identity) => {
      const { token: ticket, hash } = world.linkTokens.create();
      const account = {
        issuer,
        subject,
        email: null,
        emailVerified: false,
        username: null,
        groups: [],
        attributes: {},
      };
      const expiresAt = new Date(world.clock.now().getTime() + 1000);
      const challenge = world.linkTokens.hashOf(secret);
      await world.run((tx) => tx.signInTickets.add({ hash, challenge, provider: 'corp', account, expiresAt }));
      return { ticket, verifier: secret };
    };
    await world.run((tx) => tx.identities.add(identity));
    expect(await refusal(prove(await ticketOf(foreign))), 'not linked to the caller').to.equal('sign-in-invalid');
    expect(await refusal(prove({ ...(await ticketOf(identity)), verifier: 'x' }))).to.equal('sign-in-invalid');
    expect(await stored(session)).to.deep.equal(session);
    const proof = await ticketOf(identity);
    await prove(proof);
    expect(await stored(session)).to.deep.include({ authenticatedAt: world.clock.now(), hasFactor: false });
    expect(await stored(other)).to.deep.equal(other);
    expect(await refusal(prove(proof)), 'again').to.equal('sign-in-invalid');
    const event = (await world.events.after(0, 100)).at(-1);
    expect([event?.type, event?.changes['how']]).to.deep.equal([
      'session.authenticated',
      { before: null, after: 'oidc' },
    ]);
    await addFactor();
    expect(await refusal(prove(await ticketOf(identity)))).to.equal('code-required');
  });

  it('requires a code if a factor is added while the password is verified', async () => {
    const hasher = {
      ...world.hasher,
      verify: async (...input: Parameters<PasswordHasher['verify']>) => {
        await addFactor();
        return world.hasher.verify(...input);
      },
    };
    const attempt = stepUp({ ...world, hasher })({ actor: actor(), network, proof: { password: givenPassword } });
    expect(await refusal(attempt)).to.equal('code-required');
    expect(await stored(session)).to.deep.equal(session);
  });

  it('refuses further codes after 10 wrong ones; a correct code resets the count', async () => {
    await addFactor();
    for (let count = 0; count < 9; count += 1) expect(await refusal(prove({ code: '000000' }))).to.equal('wrong-code');
    await prove({ code: code() });
    world.clock.advance(30_000);
    for (let count = 0; count < 10; count += 1) expect(await refusal(prove({ code: '000000' }))).to.equal('wrong-code');
    const attempt = prove({ code: code() }).catch(({ message }: Error) => message);
    expect(await attempt).to.equal('There were too many attempts.');
  });

  it('keeps the time of authentication, but not the proof of the factor, when the last factor is removed', async () => {
    await addFactor();
    await prove({ code: code() });
    const [factor] = (await world.factors.of(ada.id)).factors;
    await removeFactor(world)({ actor: actor(), factorId: factor?.id ?? expect.fail('There is no factor.') });
    expect(await stored(session)).to.deep.include({ authenticatedAt: world.clock.now(), hasFactor: false });
  });
});

import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import { disabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import fc from 'fast-check';
import { replaceRecoveryCodes } from '../../../src/auth/factors/recovery-codes.ts';
import { removeFactor } from '../../../src/auth/factors/remove-factor.ts';
import { confirmTotp, enrolTotp } from '../../../src/auth/factors/totp.ts';
import { logInWithFactor } from '../../../src/auth/log-in-with-factor.ts';
import { logIn } from '../../../src/auth/log-in.ts';
import { removeExpired } from '../../../src/retention/remove-expired.ts';
import { resetFactors, setUserPassword } from '../../../src/users/user-credentials.ts';
import { deleteUser, updateUser } from '../../../src/users/users.ts';
import { aClient, anActor, anId, aSession, aUser } from '@portcullis/testing/internal/builders';
import { aFactor, codeAt } from '@portcullis/testing/internal/factors';
import { given, givenPassword } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const stepMs = 30_000;
const origin = { ...aClient, network: aClient.ipAddress };

const challengeIn = ({ refusal, details }: BusinessError): string => {
  expect(refusal).to.equal('factor-required');
  if (details === undefined || !('challenge' in details)) return expect.fail('There is no challenge.');
  return details.challenge;
};

describe('Second factors', () => {
  let world: InMemoryWorld;
  let ada: User;
  let session: Session;
  const actor = () => anActor({ id: ada.id, name: ada.username, sessionId: session.id });
  const code = () => codeAt(world.clock.now());
  const enrol = () => enrolTotp(world)({ actor: actor() });
  const confirm = (factorId: Awaited<ReturnType<typeof enrol>>['id'], typed = code()) =>
    confirmTotp(world)({ actor: actor(), factorId, code: typed });
  const enter = (password = givenPassword) => logIn(world)({ login: ada.username, password, ...origin });
  const complete = (challenge: string, typed = code()) => logInWithFactor(world)({ challenge, code: typed, ...origin });
  const challenge = async () => challengeIn(await refusalOf(enter()));
  const refusal = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).refusal;
  /** Returns the number of sessions of Ada, not counting the session of `actor`. */
  const sessions = async () => (await world.sessions.list({ userId: ada.id, page: 1, pageSize: 50 })).total - 1;
  /**
   * Enrols an authenticator app. Then advances the clock by a time step, because the confirmation has used the current
   * code.
   */
  const enrolled = async () => {
    const { id } = await enrol();
    const recoveryCodes = await confirm(id);
    world.clock.advance(stepMs);
    return { id, recoveryCodes };
  };

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    ada = aUser({ username: 'ada' });
    const administrator = aUser();
    const userRoles = [[administrator.id, [administratorRole.id]]] as const;
    session = aSession({ userId: ada.id });
    await given(world, { users: [ada, administrator], userRoles, sessions: [session] });
  });

  it('factors take effect after the first correct code', async () => {
    const { id, secret, uri, qrSvg } = await enrol();
    expect(uri).to.equal(
      `otpauth://totp/Portcullis:ada?secret=${secret}&issuer=Portcullis&algorithm=SHA1&digits=6&period=30`,
    );
    expect(qrSvg).to.contain(uri);
    expect(await refusal(confirm(id, '000000'))).to.equal('wrong-code');
    await enter();
    expect(await world.factors.of(ada.id)).to.deep.equal({ factors: [], recoveryCodesLeft: 0 });
    const recoveryCodes = await confirm(id);
    expect(new Set(recoveryCodes).size).to.equal(10);
    const now = world.clock.now();
    const factors = [{ id, kind: 'totp', name: null, createdAt: now, lastUsedAt: now }];
    expect(await world.factors.of(ada.id)).to.deep.equal({ factors, recoveryCodesLeft: 10 });
    expect(await refusal(enter())).to.equal('factor-required');
  });

  it('enrolling an app replaces an unconfirmed app, and is refused if the account has 5 factors', async () => {
    const first = await enrol();
    const second = await enrol();
    expect(await refusal(confirm(first.id))).to.equal('factor-not-found');
    await confirm(second.id);
    expect(await refusal(confirm(second.id)), 'confirmed before').to.equal('factor-not-found');
    for (let count = 1; count < 5; count += 1) await world.run((tx) => tx.factors.add(aFactor({ userId: ada.id })));
    expect(await refusal(enrol())).to.equal('too-many-factors');
  });

  it('an app is not confirmed if the account got its fifth factor in the meantime', async () => {
    await enrolled();
    const { id } = await enrol();
    for (let count = 1; count < 5; count += 1) await world.run((tx) => tx.factors.add(aFactor({ userId: ada.id })));
    expect(await refusal(confirm(id))).to.equal('too-many-factors');
  });

  it('a factor is requested only after a correct password of an enabled account', async () => {
    await enrolled();
    const error = await refusalOf(enter('wrong'));
    expect(error).to.include({ refusal: 'wrong-password', details: undefined });
    await updateUser(world)({ actor: anActor(), userId: ada.id, change: { status: disabled } });
    expect(await refusal(enter())).to.equal('account-disabled');
  });

  it('each challenge and each code completes only one login', async () => {
    await enrolled();
    const { details } = await refusalOf(enter());
    expect(details).to.deep.include({ factors: ['totp', 'recovery'], expiresIn: 300 });
    expect(await sessions()).to.equal(0);
    const [first, second] = [await challenge(), await challenge()];
    const { user, token } = await complete(first);
    expect(user).to.deep.equal({ id: ada.id, username: 'ada', roles: [] });
    expect(token.accessToken).to.match(/^access token of /);
    expect(await refusal(complete(first)), 'the challenge').to.equal('challenge-invalid');
    expect(await refusal(complete(second)), 'the code').to.equal('wrong-code');
    world.clock.advance(stepMs);
    await complete(second);
    expect(await sessions()).to.equal(2);
  });

  it('codes of the previous, current and next time step are accepted once each, in ascending order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 8 }), async (offsets) => {
        world = InMemoryWorld.seeded();
        await given(world, { users: [ada] });
        await world.run((tx) => tx.factors.add(aFactor({ userId: ada.id })));
        let last = Number.NEGATIVE_INFINITY;
        for (const offset of offsets) {
          const at = new Date(world.clock.now().getTime() + offset * stepMs);
          const isRight = Math.abs(offset) <= 1 && offset > last;
          const attempt = complete(await challenge(), codeAt(at)).then(
            () => true,
            () => false,
          );
          expect(await attempt, `${offset} after ${last}`).to.equal(isRight);
          if (isRight) last = offset;
        }
      }),
      { numRuns: 200 },
    );
  });

  it('codes are accepted with spaces, and recovery codes in lower case without hyphens', async () => {
    const { recoveryCodes } = await enrolled();
    await complete(await challenge(), ` ${code().slice(0, 3)} ${code().slice(3)}`);
    await complete(await challenge(), recoveryCodes[0]?.toLowerCase().replaceAll('-', ' '));
    expect(await sessions()).to.equal(2);
  });

  it('each recovery code is accepted once, and recovery is offered only while codes are left', async () => {
    const { recoveryCodes } = await enrolled();
    for (const [index, each] of recoveryCodes.entries()) {
      await complete(await challenge(), each);
      expect((await world.factors.of(ada.id)).recoveryCodesLeft).to.equal(9 - index);
    }
    const { details } = await refusalOf(enter());
    expect(details).to.deep.include({ factors: ['totp'] });
    expect(await refusal(complete(await challenge(), recoveryCodes[0]))).to.equal('wrong-code');
  });

  it('a challenge is void after 5 wrong codes, after 5 minutes, and if the password or account changes', async () => {
    await enrolled();
    const guessed = await challenge();
    for (let count = 0; count < 5; count += 1)
      expect(await refusal(complete(guessed, '000000'))).to.equal('wrong-code');
    expect(await refusal(complete(guessed))).to.equal('challenge-invalid');

    const old = await challenge();
    world.clock.advance(300_000);
    expect(await refusal(complete(old))).to.equal('challenge-invalid');

    const before = await challenge();
    await setUserPassword(world)({ actor: anActor(), userId: ada.id, password: 'another long password' });
    expect(await refusal(complete(before))).to.equal('challenge-invalid');

    const enabled = challengeIn(await refusalOf(enter('another long password')));
    await updateUser(world)({ actor: anActor(), userId: ada.id, change: { status: disabled } });
    expect(await refusal(complete(enabled))).to.equal('challenge-invalid');
    await deleteUser(world)({ actor: anActor(), userId: ada.id });
    expect(await refusal(complete(enabled))).to.equal('challenge-invalid');
  });

  it('all codes are refused after 10 wrong ones of the account; a correct code resets the count', async () => {
    await enrolled();
    const fail = async () => expect(await refusal(complete(await challenge(), '000000'))).to.equal('wrong-code');
    for (let count = 0; count < 9; count += 1) await fail();
    await complete(await challenge());
    world.clock.advance(stepMs);
    for (let count = 0; count < 10; count += 1) await fail();
    const open = await challenge();
    expect(await complete(open).catch(({ message }: Error) => message)).to.equal('There were too many attempts.');
    const codes = replaceRecoveryCodes(world)({ actor: actor(), code: code() });
    expect(await codes.catch(({ message }: Error) => message)).to.equal('There were too many attempts.');
  });

  it('only one of many concurrent logins with the same code opens a session', async () => {
    await enrolled();
    const challenges = await Promise.all(Array.from({ length: 20 }, challenge));
    const throttled = {
      ...world,
      factorThrottle: { ...world.factorThrottle, beforeAttempt: async () => ({ isLast: false }) },
    };
    const results = await Promise.allSettled(
      challenges
        .flatMap((token) => [token, token])
        .map((token) => logInWithFactor(throttled)({ challenge: token, code: code(), ...origin })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(await sessions()).to.equal(1);
  });

  it('recovery codes are replaced if an app code or a recovery code is given', async () => {
    const { recoveryCodes } = await enrolled();
    const replace = (typed = code()) => replaceRecoveryCodes(world)({ actor: actor(), code: typed });
    expect(await refusal(replace('000000'))).to.equal('wrong-code');
    const second = await replace();
    expect(await refusal(replace(recoveryCodes[0]))).to.equal('wrong-code');
    const third = await replace(second[0]);
    expect(third).to.have.length(10);
    expect((await world.factors.of(ada.id)).recoveryCodesLeft).to.equal(10);
  });

  it('each wrong code in a request for recovery codes is recorded, and so is the lock of the account', async () => {
    await enrolled();
    const position = await world.events.lastPosition();
    for (let count = 0; count < 10; count += 1)
      expect(await refusal(replaceRecoveryCodes(world)({ actor: actor(), code: '000000' }))).to.equal('wrong-code');
    const recorded = await world.events.after(position, 100);
    expect(recorded.map(({ type }) => type)).to.deep.equal([
      ...Array.from({ length: 10 }, () => 'session.refused'),
      'account.locked',
    ]);
    expect((await world.factors.of(ada.id)).recoveryCodesLeft).to.equal(10);
  });

  it('users can remove their factors; the recovery codes are removed with the last one', async () => {
    const { id } = await enrolled();
    const other = aFactor({ userId: ada.id });
    const pending = aFactor({ userId: ada.id, confirmedAt: null });
    await world.run(async (tx) => {
      await tx.factors.add(other);
      await tx.factors.add(pending);
    });
    const remove = (factorId: typeof id, by = actor()) => removeFactor(world)({ actor: by, factorId });
    const eve = aUser();
    await given(world, { users: [eve] });
    expect(await refusal(remove(id, anActor({ id: eve.id })))).to.equal('factor-not-found');
    expect(await refusal(remove(anId()))).to.equal('factor-not-found');
    expect(await refusal(remove(pending.id))).to.equal('factor-not-found');
    await remove(id);
    expect((await world.factors.of(ada.id)).recoveryCodesLeft).to.equal(10);
    await remove(other.id);
    expect(await world.factors.of(ada.id)).to.deep.equal({ factors: [], recoveryCodesLeft: 0 });
    await enter();
  });

  it('resetFactors removes the factors and the recovery codes of a user', async () => {
    await enrolled();
    await resetFactors(world)({ actor: anActor(), userId: ada.id });
    expect(await world.factors.of(ada.id)).to.deep.equal({ factors: [], recoveryCodesLeft: 0 });
    await enter();
    expect(await refusal(resetFactors(world)({ actor: anActor(), userId: anId() }))).to.equal('user-not-found');
  });

  it('the secret of an app is encrypted with the current key when a code is used', async () => {
    const { id } = await enrolled();
    const secretBox = { ...world.secretBox, seal: (secret: string) => `sealed with another key: ${secret}` };
    const input = { challenge: await challenge(), code: code(), ...origin };
    await logInWithFactor({ ...world, secretBox })(input);
    const [factor] = await world.run((tx) => tx.factors.of(ada.id));
    expect(factor).to.include({ id, sealedSecret: 'sealed with another key: SECRET1' });
  });

  it('no secret, code or challenge is stored in events', async () => {
    const { secret, id } = await enrol();
    const codes = await confirm(id);
    world.clock.advance(stepMs);
    const token = await challenge();
    await complete(token, codes[0]);
    const events = JSON.stringify(await world.events.after(0, 100));
    for (const hidden of [secret, token, ...codes, code()]) expect(events).not.to.contain(hidden);
  });

  it('removeExpired removes expired login challenges', async () => {
    await enrolled();
    await challenge();
    expect(await removeExpired(world)('expired login challenges')).to.equal(0);
    world.clock.advance(300_000);
    expect(await removeExpired(world)('expired login challenges')).to.equal(1);
  });
});

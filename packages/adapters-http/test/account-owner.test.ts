import { codeAt } from '@portcullis/testing/internal/factors';
import { registrationResponse } from '@portcullis/testing/internal/fake-passkeys';
import { expect } from 'chai';
import { sendDocumented } from './support/api.ts';
import { unknownId } from './support/field-kinds.ts';
import { ownerCalls, type OwnerCall } from './support/owner-calls.ts';
import { ageSession } from './support/sessions.ts';
import { addProvedFactor } from './support/setup.ts';
import { aPerson, startService, type Person, type Service } from './support/service.ts';

const maxAge = 900;

describe('§5: a stolen access token', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const aStalePerson = async (): Promise<Person> => {
    const person = await aPerson(service);
    await ageSession(service, person, maxAge + 1);
    return person;
  };
  const send = async ({ api }: Person, { method, path, body }: OwnerCall, more: object = {}, world = service) =>
    api.send(method, path, { ...(await body(world)), ...more });

  it('is not enough to change the e-mail address, the factors or the identities of its owner', async () => {
    const ada = await aStalePerson();
    for (const call of ownerCalls) {
      const refused = await send(ada, call);
      expect(refused, call.path).to.include({ status: 403, code: 1111, reason: 'step-up-required' });
      const challenge = `Bearer error="insufficient_user_authentication", max_age=${maxAge}`;
      expect(refused.headers.get('WWW-Authenticate')).to.equal(challenge);
    }
    const { data } = await ada.api.get('/auth/profile');
    expect(data).to.include({ email: ada.email });
  });

  it('is enough together with the current password, and not with another password', async () => {
    for (const call of ownerCalls) {
      const ada = await aStalePerson();
      const wrong = await send(ada, call, { currentPassword: 'wrong' });
      expect(wrong, call.path).to.include({ status: 400, code: 1005, reason: 'wrong-current-password' });
      expect(wrong.errors).to.deep.equal([{ field: 'currentPassword', message: 'The current password is wrong.' }]);
      expect((await send(ada, call)).reason, call.path).to.equal('step-up-required');
      const allowed = await send(ada, call, { currentPassword: ada.password });
      expect(allowed.status, call.path).not.to.equal(403);
      expect(allowed.reason, call.path).not.to.equal('wrong-current-password');
    }
  });

  it('is enough for 15 minutes after a login or a step-up', async () => {
    for (const call of ownerCalls) {
      const ada = await aPerson(service);
      await ageSession(service, ada, maxAge);
      expect((await send(ada, call)).code, call.path).not.to.equal(1111);
      const bob = await aStalePerson();
      await bob.api.post('/auth/step-up', { password: bob.password });
      expect((await send(bob, call)).code, call.path).not.to.equal(1111);
    }
  });

  it('is enough for changes of the account that give nobody access', async () => {
    const { api, email } = await aStalePerson();
    const kept = await api.patch<object>('/auth/profile', { email: email.toUpperCase(), nickName: 'Ada' });
    expect(kept.data).to.include({ nickName: 'Ada' });
  });

  it('a password at the beginning of an enrolment is also enough for its end', async () => {
    const [ada, bob] = [await aStalePerson(), await aStalePerson()];
    const { api, password } = ada;
    expect((await api.post('/auth/factors/totp', { currentPassword: 'wrong' })).errors).to.deep.equal([
      { field: 'currentPassword', message: 'The current password is wrong.' },
    ]);
    const { data } = await api.post<{ id: string }>('/auth/factors/totp', { currentPassword: password });
    const code = codeAt(service.world.clock.now());
    expect(await api.post('/auth/factors/totp/confirm', { id: data.id, code })).to.include({ status: 200 });

    const options = await bob.api.post<{ challenge: string }>('/auth/factors/passkeys/options', {
      currentPassword: bob.password,
    });
    const credential = registrationResponse({ credentialId: 'new', counter: 0 }, options.data.challenge);
    const added = await bob.api.post('/auth/factors/passkeys', { name: 'Laptop', credential });
    expect(added, added.message).to.include({ status: 201 });
  });

  it('a password does not count as an authentication of an account with a second factor', async () => {
    const ada = await aPerson(service);
    await addProvedFactor(service, ada);
    await ageSession(service, ada, maxAge + 1);
    expect(await ada.api.post('/auth/factors/totp', { currentPassword: ada.password })).to.include({ status: 201 });
    const remove = (body: object) => ada.api.delete(`/auth/factors/${unknownId}`, body);
    expect(await remove({})).to.include({ status: 403, code: 1111 });
    expect(await remove({ currentPassword: ada.password })).to.include({ status: 404 });
  });

  /** Runs a check with a person whose last authentication is `age` seconds old, on a service with STEP_UP_MAX_AGE. */
  const withStepUp = async (
    stepUpMaxAge: number,
    age: number,
    check: (ada: Person, strict: Service) => Promise<void>,
  ): Promise<void> => {
    const strict = await startService({ stepUpMaxAge });
    try {
      const ada = await aPerson(strict);
      await ageSession(strict, ada, age);
      await check(ada, strict);
    } finally {
      await strict.stop();
    }
  };

  it('STEP_UP_MAX_AGE can make this time shorter but not longer, and accepts no password instead', async () => {
    for (const [stepUpMaxAge, age] of [
      [60, 61],
      [86_400, maxAge + 1],
    ] as const) {
      await withStepUp(stepUpMaxAge, age, async (ada, strict) => {
        for (const call of ownerCalls) {
          const refused = await send(ada, call, { currentPassword: ada.password }, strict);
          expect(refused, `${stepUpMaxAge} ${call.path}`).to.include({ status: 403, code: 1111 });
        }
      });
    }
  });

  it('with STEP_UP_MAX_AGE, a call that is refused does not have its body read', async () => {
    await withStepUp(maxAge, maxAge + 1, async ({ api }) => {
      const response = await sendDocumented(`${api.url}/api/auth/factors/totp`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' },
        body: '{ broken',
      });
      expect(response.status).to.equal(403);
    });
  });
});

import { userActor } from '@portcullis/domain/internal/shared/actor';
import { expect } from 'chai';
import { changePassword, type ChangePasswordInput } from '../../src/auth/change-password.ts';
import { logIn } from '../../src/auth/log-in.ts';
import type { PasswordHasher } from '../../src/ports/system.ts';
import { setUserPassword } from '../../src/users/user-credentials.ts';
import { aSession, aUser, anId, anActor, aClient } from '@portcullis/testing/internal/builders';
import { given, givenPassword } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('changePassword and setUserPassword', () => {
  const ada = aUser({ username: 'ada' });
  const [here, there] = [aSession({ userId: ada.id }), aSession({ userId: ada.id })];
  const origin = { ...aClient, network: aClient.ipAddress };
  const actor = userActor(ada, aClient);
  const wanted = 'another good password';
  let world: InMemoryWorld;
  const enter = (password: string) => logIn(world)({ login: 'ada', password, ...origin });
  const sessions = async () =>
    (await world.sessions.list({ userId: ada.id, page: 1, pageSize: 100 })).items.map(({ id }) => id);
  const change = (input: Partial<ChangePasswordInput> = {}) =>
    changePassword(world)({
      actor,
      network: origin.network,
      sessionId: here.id,
      currentPassword: givenPassword,
      newPassword: wanted,
      ...input,
    });

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [ada], sessions: [here, there] });
  });

  it('changePassword requires the current password, and ends every other session', async () => {
    await change();
    expect(await sessions()).to.deep.equal([here.id]);
    expect((await refusalOf(enter(givenPassword))).refusal).to.equal('wrong-password');
    expect((await enter(wanted)).user.id).to.equal(ada.id);
  });

  it('changePassword refuses a wrong current password and an unacceptable new one', async () => {
    const wrong = await refusalOf(change({ currentPassword: 'wrong' }));
    expect(wrong.refusal).to.equal('wrong-current-password');
    expect(wrong.details).to.have.nested.property('[0].field', 'currentPassword');
    const short = await refusalOf(change({ newPassword: 'short' }));
    expect(short.refusal).to.equal('password-unacceptable');
    expect(short.details).to.have.nested.property('[0].field', 'newPassword');
    expect(await sessions()).to.have.length(2);
  });

  it('changePassword counts failures, and verifies no password after too many of them', async () => {
    const failures: string[] = [];
    const throttle = {
      ...world.throttle,
      afterFailure: async ({ account }: { account: string }) => {
        failures.push(account);
        return { isLocked: false, isRecorded: true };
      },
    };
    const attempt = { actor, network: origin.network, sessionId: here.id, newPassword: wanted };
    await refusalOf(changePassword({ ...world, throttle })({ ...attempt, currentPassword: 'wrong' }));
    expect(failures).to.deep.equal([ada.id]);
    const closed = { ...world.throttle, beforeAttempt: () => Promise.reject(new Error('later')) };
    const refused = changePassword({ ...world, throttle: closed })({
      ...attempt,
      currentPassword: givenPassword,
    });
    expect(await refused.catch(String)).to.equal('Error: later');
  });

  it('setUserPassword ends all sessions of the user', async () => {
    await setUserPassword(world)({ actor: anActor(), userId: ada.id, password: wanted });
    expect(await sessions()).to.deep.equal([]);
    expect((await enter(wanted)).user.id).to.equal(ada.id);
  });

  it('setUserPassword refuses an unacceptable password and an unknown user', async () => {
    const set = (userId = ada.id, password = wanted) => setUserPassword(world)({ actor: anActor(), userId, password });
    const short = await refusalOf(set(ada.id, 'short'));
    expect(short.refusal).to.equal('password-unacceptable');
    expect(short.details).to.have.nested.property('[0].field', 'password');
    expect((await refusalOf(set(anId()))).refusal).to.equal('user-not-found');
    expect(await sessions()).to.have.length(2);
  });

  /** Makes a hasher that simulates a concurrent request: it sets a new password before it verifies the given one. */
  const overtaken = () => ({
    ...world.hasher,
    verify: async (...input: Parameters<PasswordHasher['verify']>) => {
      await setUserPassword(world)({ actor: anActor(), userId: ada.id, password: wanted });
      return world.hasher.verify(...input);
    },
  });

  it('changePassword fails if the password is changed while it is verified', async () => {
    const attempt = changePassword({ ...world, hasher: overtaken() })({
      actor,
      network: origin.network,
      sessionId: here.id,
      currentPassword: givenPassword,
      newPassword: 'a third good password',
    });
    expect((await refusalOf(attempt)).refusal).to.equal('wrong-current-password');
    expect((await enter(wanted)).user.id).to.equal(ada.id);
  });

  it('a login fails if the password is changed while it is verified', async () => {
    const attempt = logIn({ ...world, hasher: overtaken() })({
      login: 'ada',
      password: givenPassword,
      ...origin,
      userAgent: 'test',
    });
    expect((await refusalOf(attempt)).refusal).to.equal('wrong-password');
    expect(await sessions()).to.deep.equal([]);
  });
});

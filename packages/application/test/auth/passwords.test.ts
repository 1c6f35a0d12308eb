import { expect } from 'chai';
import { changePassword, logIn, setUserPassword, type ChangePasswordInput } from '../../src/index.ts';
import { aSession, aUser, anId, given, givenPassword, InMemoryWorld, refusalOf } from '../../src/testing/index.ts';

describe('Passwords', () => {
  const ada = aUser({ username: 'ada' });
  const [here, there] = [aSession({ userId: ada.id }), aSession({ userId: ada.id })];
  const origin = { ipAddress: '192.0.2.9', network: '192.0.2.9' };
  const wanted = 'another good password';
  let world: InMemoryWorld;
  const enter = (password: string) => logIn(world)({ login: 'ada', password, ...origin, userAgent: 'test' });
  const sessions = async () =>
    (await world.sessions.list({ userId: ada.id, page: 1, pageSize: 100 })).items.map(({ id }) => id);
  const change = (input: Partial<ChangePasswordInput> = {}) =>
    changePassword(world)({
      userId: ada.id,
      sessionId: here.id,
      ...origin,
      currentPassword: givenPassword,
      newPassword: wanted,
      ...input,
    });

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [ada], sessions: [here, there] });
  });

  it('one’s own is changed with the current one, and every other session ends', async () => {
    await change();
    expect(await sessions()).to.deep.equal([here.id]);
    expect((await refusalOf(enter(givenPassword))).refusal).to.equal('wrong-password');
    expect((await enter(wanted)).user.id).to.equal(ada.id);
  });

  it('one’s own is not changed with a wrong current one, nor to a bad one', async () => {
    const wrong = await refusalOf(change({ currentPassword: 'wrong' }));
    expect(wrong.refusal).to.equal('wrong-current-password');
    expect(wrong.details).to.have.nested.property('[0].field', 'currentPassword');
    const short = await refusalOf(change({ newPassword: 'short' }));
    expect(short.refusal).to.equal('password-unacceptable');
    expect(short.details).to.have.nested.property('[0].field', 'newPassword');
    expect(await sessions()).to.have.length(2);
  });

  it('failures count, and too many are refused before the password is looked at', async () => {
    const failures: string[] = [];
    const throttle = {
      ...world.throttle,
      failed: async ({ account }: { account: string }) => void failures.push(account),
    };
    const attempt = { userId: ada.id, sessionId: here.id, ...origin, newPassword: wanted };
    await refusalOf(changePassword({ ...world, throttle })({ ...attempt, currentPassword: 'wrong' }));
    expect(failures).to.deep.equal([ada.id]);
    const closed = { ...world.throttle, admit: () => Promise.reject(new Error('later')) };
    const refused = changePassword({ ...world, throttle: closed })({
      ...attempt,
      currentPassword: givenPassword,
    });
    expect(await refused.catch(String)).to.equal('Error: later');
  });

  it('an administrator sets somebody’s, and all their sessions end', async () => {
    await setUserPassword(world)({ userId: ada.id, password: wanted });
    expect(await sessions()).to.deep.equal([]);
    expect((await enter(wanted)).user.id).to.equal(ada.id);
  });

  it('an administrator sets no bad one, and none of nobody', async () => {
    const set = (userId = ada.id, password = wanted) => setUserPassword(world)({ userId, password });
    const short = await refusalOf(set(ada.id, 'short'));
    expect(short.refusal).to.equal('password-unacceptable');
    expect(short.details).to.have.nested.property('[0].field', 'password');
    expect((await refusalOf(set(anId()))).refusal).to.equal('user-not-found');
    expect(await sessions()).to.have.length(2);
  });

  /** Another request sets the password while this one verifies it. */
  const overtaken = () => ({
    ...world.hasher,
    verify: async (hash: string | undefined, password: string) => {
      await setUserPassword(world)({ userId: ada.id, password: wanted });
      return world.hasher.verify(hash, password);
    },
  });

  it('one that is changed while it is verified is not changed again', async () => {
    const attempt = changePassword({ ...world, hasher: overtaken() })({
      userId: ada.id,
      sessionId: here.id,
      ...origin,
      currentPassword: givenPassword,
      newPassword: 'a third good password',
    });
    expect((await refusalOf(attempt)).refusal).to.equal('wrong-current-password');
    expect((await enter(wanted)).user.id).to.equal(ada.id);
  });

  it('one that is changed while it is verified opens no session', async () => {
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

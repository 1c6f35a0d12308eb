import { apiKeyLimits } from '@portcullis/domain/internal/accounts/api-key';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { aClient, anActor, anApiKey, anId, aSession, aUser } from '@portcullis/testing/internal/builders';
import { aFactor } from '@portcullis/testing/internal/factors';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { createApiKey } from '../../src/api-keys/create-api-key.ts';
import { deleteApiKey } from '../../src/api-keys/delete-api-key.ts';
import { recordKeyUse } from '../../src/api-keys/record-key-use.ts';
import { rotateApiKey } from '../../src/api-keys/rotate-api-key.ts';
import { updateApiKey } from '../../src/api-keys/update-api-key.ts';
import { requestPasswordReset } from '../../src/mail-links/request-password-reset.ts';
import { confirmPasswordReset } from '../../src/mail-links/set-password-by-link.ts';
import { resetFactors, setUserPassword } from '../../src/users/user-credentials.ts';
import { sendPasswordReset } from '../../src/users/user-mails.ts';
import { mailTo, sendDue, tokenTo } from '../support/mails.ts';

const dayMs = 24 * 3_600_000;

describe('API keys', () => {
  let world: InMemoryWorld;
  let ada: User;
  let robot: User;
  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    ada = aUser({ emailVerified: true });
    robot = aUser({ kind: 'SERVICE' });
    await given(world, { users: [ada, robot] });
  });

  const keysOf = async ({ id: ownerId }: User) =>
    (await world.apiKeys.list({ page: 1, pageSize: 100, ownerId })).items.map(({ name }) => name);
  /** Stores keys of Ada whose secrets were created before this number of days. */
  const givenKeys = async (...days: readonly number[]) => {
    const now = world.clock.now().getTime();
    const apiKeys = days.map((age) =>
      anApiKey({ ownerId: ada.id, name: `${age} days`, issuedAt: new Date(now - age * dayMs) }),
    );
    await given(world, { apiKeys });
    return apiKeys;
  };

  it('are seen by an administrator, who cannot change those of another person', async () => {
    const [key] = await givenKeys(1);
    const input = { actor: anActor(), id: key?.id ?? anId(), isAdministrator: true, change: { name: 'taken over' } };
    expect((await refusalOf(updateApiKey(world)(input))).refusal).to.equal('api-key-of-another-person');
    expect(await keysOf(ada)).to.deep.equal([key?.name]);
  });

  it('are not deleted if they have another secret than the one that is meant', async () => {
    const [key] = await givenKeys(1);
    const input = { actor: anActor({ id: ada.id }), id: key?.id ?? anId(), isAdministrator: false };
    const another = deleteApiKey(world)({ ...input, secretHash: 'another' });
    expect((await refusalOf(another)).refusal).to.equal('api-key-not-found');
    await deleteApiKey(world)({ ...input, secretHash: key?.secretHash ?? '' });
    expect(await keysOf(ada)).to.deep.equal([]);
  });

  it('of the last 30 days end with a password that an administrator sets, and the events name them', async () => {
    const [, old] = await givenKeys(29, 31, 0);
    await setUserPassword(world)({ actor: anActor(), userId: ada.id, password: 'a new password' });
    expect(await keysOf(ada)).to.deep.equal([old?.name]);
    const deleted = (await world.events.after(0, 100)).filter(({ type }) => type === 'apiKey.deleted');
    expect(deleted.map(({ subject }) => subject.name)).to.have.members(['29 days', '0 days']);
  });

  it('of the last 30 days end with a password that is set with a link; the mail names all keys', async () => {
    await givenKeys(1, 40);
    await requestPasswordReset(world)({ client: aClient, login: ada.username, language: 'en' });
    const { apiKeys } = await mailTo(world, ada.email);
    expect(apiKeys).to.deep.equal(['1 days (2025-12-31)', '40 days (2025-11-22)']);
    const token = await tokenTo(world, ada.email);
    await confirmPasswordReset(world)({ client: aClient, token, newPassword: 'a new password' });
    expect(await keysOf(ada)).to.deep.equal(['40 days']);
  });

  it('are the only way to use a service account: it gets no password, and no mail', async () => {
    const actor = anActor();
    const password = 'a new password';
    expect((await refusalOf(setUserPassword(world)({ actor, userId: robot.id, password }))).refusal).to.equal(
      'service-account',
    );
    const reset = sendPasswordReset(world)({ actor, userId: robot.id, language: 'en' });
    expect((await refusalOf(reset)).refusal).to.equal('service-account');
    await requestPasswordReset(world)({ client: aClient, login: robot.username, language: 'en' });
    await sendDue(world);
    expect(world.mails.sent).to.deep.equal([]);
  });

  it('no longer give permissions of roles with requiresFactor when the last factor is removed', async () => {
    const key = anApiKey({ ownerId: ada.id, hasFactor: true });
    await given(world, { apiKeys: [key] });
    await world.run((tx) => tx.factors.add(aFactor({ userId: ada.id })));
    await resetFactors(world)({ actor: anActor(), userId: ada.id });
    expect((await world.apiKeys.find(key.id))?.hasFactor).to.equal(false);
  });

  it('have a factor if they are rotated in a session that has one, and lose it in another session', async () => {
    const sessions = [true, false].map((hasFactor) => aSession({ userId: ada.id, hasFactor }));
    await given(world, { sessions });
    const actors = sessions.map(({ id: sessionId }) => anActor({ id: ada.id, sessionId }));
    const [withFactor = anActor(), without = anActor()] = actors;
    const { apiKey } = await createApiKey(world)({ actor: without, name: 'deploy' });
    const input = { id: apiKey.id, isAdministrator: false };
    const rotate = async (actor: typeof without) => (await rotateApiKey(world)({ ...input, actor })).apiKey.hasFactor;
    expect([apiKey.hasFactor, await rotate(withFactor), await rotate(without)]).to.deep.equal([false, true, false]);
    await rotate(withFactor);
    const change = { permissions: ['user.read'] };
    const changed = await updateApiKey(world)({ ...input, actor: withFactor, change });
    expect([changed.hasFactor, changed.permissions]).to.deep.equal([true, ['user.read']]);
    const again = await updateApiKey(world)({ ...input, actor: without, change });
    expect(again.hasFactor).to.equal(false);
  });

  it('of an owner are limited in number', async () => {
    const actor = anActor({ id: ada.id });
    await given(world, { apiKeys: Array.from({ length: apiKeyLimits.keys - 1 }, () => anApiKey({ ownerId: ada.id })) });
    await createApiKey(world)({ actor, name: 'last' });
    expect((await refusalOf(createApiKey(world)({ actor, name: 'one more' }))).refusal).to.equal('too-many-api-keys');
    await createApiKey(world)({ actor, ownerId: robot.id, name: 'of another owner' });
  });

  it('are not found by other users, and a change of nothing records no event', async () => {
    const [key] = await givenKeys(1);
    const input = { id: key?.id ?? anId<'ApiKey'>(), isAdministrator: false };
    const [owner, other] = [anActor({ id: ada.id }), anActor()];
    for (const attempt of [
      updateApiKey(world)({ ...input, actor: other, change: {} }),
      rotateApiKey(world)({ ...input, actor: other }),
      deleteApiKey(world)({ ...input, actor: other }),
    ]) {
      expect((await refusalOf(attempt)).refusal).to.equal('api-key-not-found');
    }
    await updateApiKey(world)({ ...input, actor: owner, change: { readOnly: false } });
    expect(await world.events.after(0, 10)).to.deep.equal([]);
  });

  it('store the time of their last use once a minute, and a failed write harms nothing', async () => {
    const [key = anApiKey()] = await givenKeys(1);
    const writes: Date[] = [];
    const failing = { apiKeys: { recordUse: async (_id: unknown, at: Date) => void writes.push(at) } };
    const work = {
      run: async (write: (tx: never) => Promise<unknown>) => {
        await write(failing as never);
        throw new Error('The database is down.');
      },
    };
    const record = recordKeyUse({ clock: world.clock, work: work as never });
    for (const seconds of [0, 30, 40, 5]) {
      record(key);
      world.clock.advance(seconds * 1000);
    }
    record({ ...key, lastUsedAt: world.clock.now() });
    expect(writes.map((at) => at.toISOString())).to.deep.equal([
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:01:00.000Z',
    ]);
  });
});

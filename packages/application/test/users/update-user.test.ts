import { administratorRole } from '@portcullis/domain/internal/built-in';
import { newLoginChallenge } from '@portcullis/domain/internal/accounts/factor';
import type { SessionId } from '@portcullis/domain/internal/shared/ids';
import { disabled, enabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { updateUser, type UpdateUserInput } from '../../src/users/users.ts';
import { anActor, anId, aRole, aSession, aUser } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('updateUser', () => {
  const [bob, eve] = [aUser({ nickName: 'Bob' }), aUser()];
  const [viewer, editor] = [aRole(), aRole()];
  const actor = anActor();
  let world: InMemoryWorld;
  const update = (input: Partial<UpdateUserInput>) =>
    updateUser(world)({ actor, userId: bob.id, change: {}, ...input });
  const records = async () => (await world.audit.list({ page: 1, pageSize: 10 })).items;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { roles: [viewer, editor], users: [bob, eve], userRoles: [[bob.id, [viewer.id]]] });
    world.clock.advance(1000);
  });

  it('§4.4 PATCH, rule 1: refuses an unknown user', async () => {
    const attempt = update({ userId: anId(), change: { nickName: 'x' }, roleIds: [anId()] });
    expect((await refusalOf(attempt)).refusal).to.equal('user-not-found');
  });

  it('§4.4 PATCH, rule 2: changes only the given fields', async () => {
    await update({ change: { phone: '123', gender: 2, nickName: null } });
    const { code, name } = viewer;
    expect(await world.users.find(bob.id)).to.deep.equal({
      ...bob,
      phone: '123',
      gender: 2,
      nickName: null,
      version: 2,
      updatedAt: world.clock.now(),
      roles: [{ id: viewer.id, code, name }],
      roleGrants: [{ roleId: viewer.id, validFrom: null, validUntil: null }],
    });
  });

  it('refuses an unacceptable user name and an unacceptable address, and then changes nothing', async () => {
    const refusal = async (change: { username?: string; email?: string }) =>
      (await refusalOf(update({ change: { ...change, nickName: 'Robert' } }))).refusal;
    expect(await refusal({ username: 'ro\u3164ot' })).to.equal('username-unacceptable');
    expect(await refusal({ email: 'bob\u200b@example.com' })).to.equal('email-unacceptable');
    expect(await world.users.find(bob.id)).to.include({ username: bob.username, nickName: bob.nickName });
  });

  it('ends the sessions of a disabled user, and the logins that wait for a second factor, for good', async () => {
    const [session, other] = [aSession({ userId: bob.id }), aSession({ userId: eve.id })];
    const waiting = newLoginChallenge({ tokenHash: 'hash', userId: bob.id }, world.clock.now());
    const administrator = aUser();
    await given(world, {
      users: [administrator],
      userRoles: [[administrator.id, [administratorRole.id]]],
      sessions: [session, other],
    });
    await world.run((tx) => tx.loginChallenges.add(waiting));
    await update({ change: { nickName: 'Robert' } });
    const live = (id: SessionId) => world.run((tx) => tx.sessions.lockLive(id, world.clock.now()));
    expect(await live(session.id)).to.deep.equal(session);
    await update({ change: { status: disabled } });
    await update({ change: { status: enabled } });
    expect([await live(session.id), await live(other.id)]).to.deep.equal([undefined, other]);
    expect(await world.run((tx) => tx.loginChallenges.find('hash'))).to.equal(undefined);
    const ended = (await world.events.after(0, 100)).filter(({ type }) => type === 'session.ended');
    expect(ended.map(({ subject, changes }) => [subject.id, changes['sessionIds']])).to.deep.equal([
      [bob.id, { before: [session.id], after: [] }],
    ]);
  });

  it('§4.4 PATCH, rule 3: sets the roles, and writes the actor to the audit record', async () => {
    await update({ change: { nickName: 'Robert' }, roleIds: [editor.id] });
    const user = await world.users.find(bob.id);
    expect([user?.nickName, user?.roles.map(({ id }) => id)]).to.deep.equal(['Robert', [editor.id]]);
    expect((await records()).map(({ userId, payload }) => [userId, payload])).to.deep.equal([
      [actor.id, { actorId: actor.id, userId: bob.id, before: [viewer.id], after: [editor.id] }],
    ]);
  });

  it('§4.4 PATCH, rule 3: removes every role for an empty list', async () => {
    await update({ roleIds: [] });
    expect((await world.users.find(bob.id))?.roles).to.deep.equal([]);
    expect(await records()).to.have.length(1);
  });

  it('§4.4 PATCH, rule 4: changes no roles and writes no audit record if no role ids are given', async () => {
    await update({ change: { nickName: 'Robert' } });
    expect((await world.users.find(bob.id))?.roles.map(({ id }) => id)).to.deep.equal([viewer.id]);
    expect(await records()).to.deep.equal([]);
  });

  it('does not change the fields if the roles are refused', async () => {
    const attempt = update({ change: { nickName: 'Robert' }, roleIds: [anId()] });
    expect((await refusalOf(attempt)).refusal).to.equal('unknown-roles');
    expect((await world.users.find(bob.id))?.nickName).to.equal('Bob');
  });

  it('refuses an e-mail address or a user name that another user has', async () => {
    const [email, username] = [eve.email.toUpperCase(), eve.username.toUpperCase()];
    expect((await refusalOf(update({ change: { email } }))).refusal).to.equal('email-taken');
    expect((await refusalOf(update({ change: { username } }))).refusal).to.equal('username-taken');
    await update({ change: { username: bob.username.toUpperCase() } });
  });

  it('refuses to disable the last administrator, or to take the role away', async () => {
    await given(world, { userRoles: [[eve.id, [administratorRole.id]]] });
    const disabling = update({ userId: eve.id, change: { status: disabled } });
    expect((await refusalOf(disabling)).refusal).to.equal('last-administrator');
    const stripping = update({ userId: eve.id, roleIds: [viewer.id] });
    expect((await refusalOf(stripping)).refusal).to.equal('last-administrator');
    await given(world, { userRoles: [[bob.id, [administratorRole.id]]] });
    await update({ userId: eve.id, change: { status: disabled } });
    expect((await world.users.find(eve.id))?.status).to.equal(disabled);
  });

  it('disables a user who is not the last administrator', async () => {
    await given(world, { userRoles: [[eve.id, [administratorRole.id]]] });
    await update({ change: { status: disabled } });
    expect((await world.users.find(bob.id))?.status).to.equal(disabled);
  });
});

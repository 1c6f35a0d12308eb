import { expect } from 'chai';
import { createUser, type CreateUserInput } from '../../src/users/users.ts';
import { anActor, anId, aRole, aUser } from '@portcullis/testing/internal/builders';
import { hashOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('createUser', () => {
  const account = { email: 'bob@example.com', username: 'bob' };
  const editor = aRole();
  const actor = anActor();
  let world: InMemoryWorld;
  const create = (input: Partial<CreateUserInput> = {}) =>
    createUser(world)({ actor, account, password: 'long enough', ...input });
  const records = async () => (await world.audit.list({ page: 1, pageSize: 10 })).items;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { roles: [editor] });
  });

  it('creates an account with the given profile and no role, and writes no audit record', async () => {
    const { id } = await create({ account: { ...account, nickName: 'Bob', gender: 'm', status: 0 } });
    expect(await world.users.find(id)).to.deep.include({
      ...account,
      nickName: 'Bob',
      gender: 'm',
      status: 0,
      roles: [],
    });
    expect((await world.users.credentials('bob'))?.passwordHash).to.equal(hashOf('long enough'));
    expect(await records()).to.deep.equal([]);
  });

  it('writes an audit record if a new account gets roles', async () => {
    const { id } = await create({ roleIds: [editor.id] });
    expect((await world.users.find(id))?.roles.map((role) => role.id)).to.deep.equal([editor.id]);
    expect((await records()).map(({ payload }) => payload)).to.deep.equal([
      { actorId: actor.id, userId: id, before: [], after: [editor.id] },
    ]);
  });

  it('creates no account if a role does not exist', async () => {
    expect((await refusalOf(create({ roleIds: [anId()] }))).refusal).to.equal('unknown-roles');
    expect(await world.users.credentials('bob')).to.equal(undefined);
  });

  it('applies the password policy', async () => {
    for (const password of ['short', 'password']) {
      const { refusal, details } = await refusalOf(create({ password }));
      expect(refusal).to.equal('password-unacceptable');
      expect(details).to.have.nested.property('[0].field', 'password');
    }
  });

  it('refuses an e-mail address or a user name in use, whatever its case', async () => {
    await given(world, { users: [aUser({ email: 'BOB@example.com' }), aUser({ username: 'taken' })] });
    expect((await refusalOf(create())).refusal).to.equal('email-taken');
    const taken = { email: 'free@example.com', username: 'TAKEN' };
    expect((await refusalOf(create({ account: taken }))).refusal).to.equal('username-taken');
  });
});

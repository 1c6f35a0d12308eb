import { administratorRole } from '@portcullis/domain/internal/built-in';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { deleteUser } from '../../src/users/users.ts';
import { aContent, anActor, anId, aUser, given, InMemoryWorld, refusalOf } from '@portcullis/testing';

describe('deleteUser', () => {
  const [ada, bob] = [aUser(), aUser()];
  let world: InMemoryWorld;
  const remove = (userId: typeof bob.id, actorId = ada.id) =>
    deleteUser(world)({ actor: anActor({ id: actorId }), userId });

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [ada, bob], userRoles: [[ada.id, [administratorRole.id]]] });
  });

  it('removes an account, but keeps its contents', async () => {
    const content = aContent({ authorId: bob.id });
    await given(world, { contents: [content] });
    await remove(bob.id);
    expect(await world.users.find(bob.id)).to.equal(undefined);
    expect((await world.contents.find(content.id))?.authorId).to.equal(null);
  });

  it('refuses an unknown user', async () => {
    expect((await refusalOf(remove(anId()))).refusal).to.equal('user-not-found');
  });

  it('refuses to delete the account of the caller', async () => {
    expect((await refusalOf(remove(ada.id))).refusal).to.equal('self-deletion');
  });

  it('refuses to delete the last enabled administrator', async () => {
    const off = aUser({ status: disabled });
    await given(world, { users: [off], userRoles: [[off.id, [administratorRole.id]]] });
    expect((await refusalOf(remove(ada.id, bob.id))).refusal).to.equal('last-administrator');
    expect(await world.users.find(ada.id)).not.to.equal(undefined);
    await given(world, { userRoles: [[bob.id, [administratorRole.id]]] });
    await remove(ada.id, bob.id);
  });
});

import { disabled, enabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { addReadyRole } from '../../src/roles/add-ready-role.ts';
import { setUserAttributes } from '../../src/user-attributes/user-attributes.ts';
import { anActor, anAttribute, aPermission } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('addReadyRole', () => {
  const actor = anActor();
  const section = anAttribute({ name: 'section', label: 'Section', writableBy: 'admin' });
  let world: InMemoryWorld;
  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  const add = (code: 'AUTHOR' | 'PUBLISHER' | 'SECTION_EDITOR') => addReadyRole(world)({ actor, code });
  const declare = (...attributes: readonly (typeof section)[]) => setUserAttributes(world)({ actor, attributes });
  const attributes = async () => (await world.userAttributes.find()).attributes;
  const eventTypes = async () => (await world.events.after(0, 100)).map(({ type }) => type);

  it('adds an enabled role that is not a system role, and returns it as it is stored', async () => {
    const role = await add('AUTHOR');
    expect(role).to.deep.include({ code: 'AUTHOR', name: 'Author', status: enabled, isSystem: false });
    expect(await world.roles.find(role.id)).to.deep.equal(role);
    expect((await refusalOf(add('AUTHOR'))).refusal).to.equal('role-code-taken');
  });

  it('gives the role its permissions with their conditions', async () => {
    const { id } = await add('PUBLISHER');
    const grants = (await world.roles.grantsOf(id)) ?? [];
    const own = { attr: 'resource.authorId', eq: { ref: 'subject.id' } };
    const ownDrafts = { all: [own, { attr: 'resource.status', eq: 'DRAFT' }] };
    expect(grants.map(({ code, condition }) => [code, condition])).to.deep.equal([
      ['content.create', own],
      ['content.delete', ownDrafts],
      ['content.publish', own],
      ['content.read-drafts', own],
      ['content.update', ownDrafts],
    ]);
    expect(await attributes()).to.deep.equal([]);
    expect(await eventTypes()).not.to.include('userAttributes.updated');
  });

  it('declares the attributes that the conditions need, and keeps the others', async () => {
    const department = anAttribute();
    await declare(department);
    await add('SECTION_EDITOR');
    expect(await attributes()).to.have.deep.members([department, section]);
  });

  it('uses an attribute that is declared with the same type, and does not declare it again', async () => {
    const declared = { ...section, label: 'Part of the site' };
    await declare(declared);
    const before = await eventTypes();
    await add('SECTION_EDITOR');
    expect(await attributes()).to.deep.equal([declared]);
    const types = (await eventTypes()).slice(before.length).filter((type) => type !== 'permission.created');
    expect(types).to.deep.equal(['role.created', 'role.permissions.changed']);
  });

  it('refuses an attribute that users can write or that has another type, and adds nothing', async () => {
    for (const declared of [
      { ...section, writableBy: 'self' },
      { ...section, type: 'number' },
    ] as const) {
      await declare(declared);
      expect((await refusalOf(add('SECTION_EDITOR'))).refusal).to.equal('attribute-in-use');
      expect(await attributes()).to.deep.equal([declared]);
    }
    expect(await eventTypes()).not.to.include('role.created');
  });

  it('creates those permissions that do not exist, and does not change the others', async () => {
    const disabledOne = aPermission({ code: 'content.create', name: 'Our own', resource: 'x', status: disabled });
    // The name that `content.update` usually has is taken.
    const other = aPermission({ name: 'Update articles' });
    await given(world, { permissions: [disabledOne, other] });
    const { id } = await add('AUTHOR');
    const codes = ['content.create', 'content.delete', 'content.read-drafts', 'content.update'];
    expect(((await world.roles.grantsOf(id)) ?? []).map(({ code }) => code)).to.deep.equal(codes);
    const stored = (await world.permissions.all()).filter(({ code }) => code.startsWith('content.'));
    expect(stored.find(({ code }) => code === 'content.create')).to.deep.equal(disabledOne);
    expect(stored.map(({ code }) => code).toSorted()).to.deep.equal(codes);
    expect(stored.find(({ code }) => code === 'content.update')).to.deep.include({
      name: 'content.update',
      resource: 'content',
      action: 'update',
      isSystem: false,
      status: enabled,
    });
    expect((await world.permissions.find(other.id))?.name).to.equal('Update articles');
    await add('PUBLISHER');
    const types = (await eventTypes()).filter((type) => type === 'permission.created');
    expect(types.length).to.equal(4);
  });
});

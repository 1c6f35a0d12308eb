import { contentPermissions } from '@portcullis/domain/internal/built-in';
import { enabled } from '@portcullis/domain/internal/status';
import { expect } from 'chai';
import { addReadyRole } from '../../src/roles/add-ready-role.ts';
import { setUserAttributes } from '../../src/user-attributes/user-attributes.ts';
import { anActor, anAttribute } from '@portcullis/testing/internal/builders';
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
    expect((await eventTypes()).slice(before.length)).to.deep.equal(['role.created', 'role.permissions.changed']);
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

  it('refuses a role whose permissions were removed, and names all of them', async () => {
    const removed = ['content.create', 'content.update'];
    const missing = contentPermissions.filter(({ code }) => removed.includes(code));
    await world.run(async (tx) => {
      for (const { id } of missing) await tx.permissions.remove(id);
    });
    const { refusal, message, details } = await refusalOf(add('AUTHOR'));
    expect(refusal).to.equal('unknown-permissions');
    expect(message).to.include('content.create, content.update');
    expect(details).to.deep.equal({ missingIds: missing.map(({ id }) => id) });
    expect(await eventTypes()).not.to.include('role.created');
  });
});

import { administratorRole, moderatorRole } from '@portcullis/domain/internal/built-in';
import type { RoleId } from '@portcullis/domain/internal/shared/ids';
import type { EditableRole } from '@portcullis/domain/internal/roles/role';
import { disabled, enabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { createRole, deleteRole, updateRole } from '../../src/roles/roles.ts';
import { anId, aRole, aUser, given, InMemoryWorld, refusalOf, anActor } from '@portcullis/testing';

describe('Custom roles', () => {
  const draft: EditableRole = {
    code: 'EDITOR',
    name: 'Editor',
    description: null,
    status: enabled,
    requiresFactor: false,
  };
  let world: InMemoryWorld;
  const create = (change: Partial<EditableRole> = {}) => createRole(world)({ actor: anActor(), ...draft, ...change });
  const update = (id: RoleId, change: Partial<EditableRole>) => updateRole(world)({ actor: anActor(), id, change });
  const remove = (id: RoleId) => deleteRole(world)({ actor: anActor(), id });

  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  describe('createRole', () => {
    it('§2.3: adds a role that is not a system role, and returns the stored role', async () => {
      const role = await create();
      const at = world.clock.now();
      expect(role).to.deep.equal({ ...draft, id: role.id, isSystem: false, version: 1, createdAt: at, updatedAt: at });
      expect(await world.roles.find(role.id)).to.deep.equal(role);
    });

    it('§2.3: refuses a code or a name in use', async () => {
      expect((await refusalOf(create({ code: 'ADMIN' }))).refusal).to.equal('role-code-taken');
      expect((await refusalOf(create({ name: 'Administrator' }))).refusal).to.equal('role-name-taken');
    });
  });

  describe('updateRole', () => {
    it('changes only the given fields, such as the status', async () => {
      const role = await create();
      world.clock.advance(1);
      const changed = await update(role.id, { status: disabled });
      expect(changed).to.deep.equal({ ...role, status: disabled, version: 2, updatedAt: world.clock.now() });
      expect(await world.roles.find(role.id)).to.deep.equal(changed);
    });

    it('refuses an unknown role', async () => {
      expect((await refusalOf(update(anId(), {}))).refusal).to.equal('role-not-found');
    });

    it('refuses to change the name or the status of a system role', async () => {
      expect((await refusalOf(update(moderatorRole.id, { name: 'Other' }))).refusal).to.equal('system-role');
      expect((await refusalOf(update(administratorRole.id, { status: disabled }))).refusal).to.equal('system-role');
    });

    it('changes whether a system role requires a factor, but refuses another change in the same request', async () => {
      expect(await update(administratorRole.id, { requiresFactor: true })).to.include({
        requiresFactor: true,
        version: 2,
      });
      const both = { requiresFactor: false, name: 'Other' };
      expect((await refusalOf(update(administratorRole.id, both))).refusal).to.equal('system-role');
      expect((await refusalOf(update(administratorRole.id, {}))).refusal).to.equal('system-role');
    });

    it('refuses a code or a name that another role has', async () => {
      const { id } = await create();
      expect((await refusalOf(update(id, { code: 'USER' }))).refusal).to.equal('role-code-taken');
      expect((await refusalOf(update(id, { name: 'User' }))).refusal).to.equal('role-name-taken');
      await update(id, { code: draft.code, name: draft.name });
    });
  });

  describe('deleteRole', () => {
    it('removes a role and its links to users', async () => {
      const [role, user] = [aRole(), aUser()];
      await given(world, { roles: [role], users: [user], userRoles: [[user.id, [role.id]]] });
      await remove(role.id);
      expect(await world.roles.find(role.id)).to.equal(undefined);
      expect((await world.users.find(user.id))?.roles).to.deep.equal([]);
    });

    it('refuses an unknown role', async () => {
      expect((await refusalOf(remove(anId()))).refusal).to.equal('role-not-found');
    });

    it('§2.3: refuses to delete a system role', async () => {
      expect((await refusalOf(remove(moderatorRole.id))).refusal).to.equal('system-role');
      expect(await world.roles.find(moderatorRole.id)).not.to.equal(undefined);
    });
  });
});

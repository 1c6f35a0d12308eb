import { builtInPermissions, moderatorRole } from '@portcullis/domain/internal/built-in';
import type { PermissionId } from '@portcullis/domain/internal/shared/ids';
import type { EditablePermission } from '@portcullis/domain/internal/roles/permission';
import { disabled, enabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { createPermission, deletePermission, updatePermission } from '../../src/permissions/permissions.ts';
import { anId, aUser, given, InMemoryWorld, refusalOf, anActor } from '@portcullis/testing';

describe('Permissions', () => {
  const draft: EditablePermission = {
    code: 'report.read',
    name: 'Read reports',
    description: null,
    resource: 'report',
    action: 'read',
    status: enabled,
  };
  const moderator = aUser();
  let world: InMemoryWorld;
  const create = (change: Partial<EditablePermission> = {}) =>
    createPermission(world)({ actor: anActor(), ...draft, ...change });
  const update = (id: PermissionId, change: Partial<EditablePermission>) =>
    updatePermission(world)({ actor: anActor(), id, change });
  const remove = (id: PermissionId) => deletePermission(world)({ actor: anActor(), id });
  const userRead = builtInPermissions.find(({ code }) => code === 'user.read')?.id ?? anId();

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [moderator], userRoles: [[moderator.id, [moderatorRole.id]]] });
  });

  describe('createPermission', () => {
    it('§2.4: adds a permission that is not a system permission, and returns the stored permission', async () => {
      const permission = await create();
      const at = world.clock.now();
      expect(permission).to.deep.equal({
        ...draft,
        id: permission.id,
        isSystem: false,
        version: 1,
        createdAt: at,
        updatedAt: at,
      });
      expect(await world.permissions.find(permission.id)).to.deep.equal(permission);
    });

    it('allows a code that does not consist of resource and action', async () => {
      expect((await create({ code: 'anything' })).code).to.equal('anything');
    });

    it('§4.2 rule 1: refuses a code or a name in use', async () => {
      expect((await refusalOf(create({ code: 'user.read' }))).refusal).to.equal('permission-code-taken');
      expect((await refusalOf(create({ name: 'Read users' }))).refusal).to.equal('permission-name-taken');
    });
  });

  describe('updatePermission', () => {
    it('changes only the given fields', async () => {
      const permission = await create();
      world.clock.advance(1);
      const changed = await update(permission.id, { name: 'See reports', description: 'All of them' });
      const expected = { ...permission, name: 'See reports', description: 'All of them' };
      expect(changed).to.deep.equal({ ...expected, version: 2, updatedAt: world.clock.now() });
      expect(await world.permissions.find(permission.id)).to.deep.equal(changed);
    });

    it('§3 rules 1 and 2: users lose a system permission with status 0, and have it again with status 1', async () => {
      await update(userRead, { status: disabled });
      expect(await world.users.permissionsOf(moderator.id)).not.to.include('user.read');
      await update(userRead, { status: enabled });
      expect(await world.users.permissionsOf(moderator.id)).to.include('user.read');
    });

    it('refuses an unknown permission', async () => {
      expect((await refusalOf(update(anId(), {}))).refusal).to.equal('permission-not-found');
    });

    it('refuses a code or a name that another permission has', async () => {
      const { id } = await create();
      expect((await refusalOf(update(id, { code: 'user.read' }))).refusal).to.equal('permission-code-taken');
      expect((await refusalOf(update(id, { name: 'Read users' }))).refusal).to.equal('permission-name-taken');
    });
  });

  describe('deletePermission', () => {
    it('§4.2 rules 2 and 4: removes a system permission, and its links to every role', async () => {
      await remove(userRead);
      expect(await world.permissions.find(userRead)).to.equal(undefined);
      expect(await world.users.permissionsOf(moderator.id)).not.to.include('user.read');
      expect(await world.roles.permissionCount(moderatorRole.id)).to.equal(6);
    });

    it('refuses an unknown permission', async () => {
      expect((await refusalOf(remove(anId()))).refusal).to.equal('permission-not-found');
    });
  });
});

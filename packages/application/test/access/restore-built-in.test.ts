import type { AccessControl } from '@portcullis/domain/internal/access/access-control';
import { builtInMenus, builtInPermissions, moderatorRole } from '@portcullis/domain/internal/built-in';
import type { MenuId, PermissionId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import fc from 'fast-check';
import { restoreBuiltIn } from '../../src/access/restore-built-in.ts';
import { deleteMenu } from '../../src/menus/menus.ts';
import { deletePermission, updatePermission } from '../../src/permissions/permissions.ts';
import { aMenu, anActor, aPermission, aRole, given, InMemoryWorld, refusalOf } from '@portcullis/testing';

describe('restoreBuiltIn', () => {
  const actor = anActor();
  let world: InMemoryWorld;
  const restore = (list: 'menus' | 'permissions', isDryRun = false) => restoreBuiltIn(world)({ actor, list, isDryRun });
  const menuOf = (routeName: string) => {
    const menu = builtInMenus.find((row) => row.routeName === routeName);
    if (menu === undefined) throw new Error(`There is no menu ${routeName}.`);
    return menu;
  };
  const removeMenus = async (...ids: readonly MenuId[]) => {
    for (const id of ids) await deleteMenu(world)({ actor, id });
  };
  const removePermission = (id: PermissionId) => deletePermission(world)({ actor, id });
  const permissionOf = (code: string) => {
    const permission = builtInPermissions.find((row) => row.code === code);
    if (permission === undefined) throw new Error(`There is no permission ${code}.`);
    return permission;
  };
  const sorted = ({ permissions, menus, roles }: AccessControl) => ({
    permissions: permissions.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    menus: menus.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    roles: roles.map((role) => ({
      ...role,
      permissionIds: role.permissionIds.toSorted(),
      menuIds: role.menuIds.toSorted(),
    })),
  });
  const everything = async () => sorted(await world.accessControl.all());

  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  it('adds nothing if nothing is missing', async () => {
    expect(await restore('menus')).to.deep.equal({ added: [], roles: [] });
    expect(await restore('permissions')).to.deep.equal({ added: [], roles: [] });
  });

  it('adds deleted menus with their original ids, parents and roles, and does not change custom roles', async () => {
    const before = await everything();
    const custom = aRole();
    await given(world, { roles: [custom], roleMenus: [[custom.id, [menuOf('manage_role').id]]] });
    const children = builtInMenus.filter(({ parentId }) => parentId === menuOf('manage').id);
    await removeMenus(...children.map(({ id }) => id), menuOf('manage').id);
    expect(await restore('menus')).to.deep.equal({
      added: ['manage', 'manage_user', 'manage_role', 'manage_menu', 'manage_user-detail'],
      roles: [
        { code: 'ADMIN', added: ['manage', 'manage_user', 'manage_role', 'manage_menu', 'manage_user-detail'] },
        { code: 'MODERATOR', added: ['manage', 'manage_user', 'manage_user-detail'] },
      ],
    });
    const { menus, roles } = await everything();
    expect(menus).to.deep.equal(before.menus);
    expect(roles).to.deep.include.members(before.roles);
    expect(roles.find(({ id }) => id === custom.id)?.menuIds).to.deep.equal([]);
  });

  it('adds deleted permissions as system permissions to the roles that had them', async () => {
    const before = await everything();
    const { id } = permissionOf('project.update');
    await removePermission(id);
    expect(await restore('permissions')).to.deep.equal({
      added: ['project.update'],
      roles: [
        { code: 'ADMIN', added: ['project.update'] },
        { code: 'MODERATOR', added: ['project.update'] },
      ],
    });
    expect(await everything()).to.deep.equal(before);
    expect(await world.permissions.find(id)).to.include({ isSystem: true, status: 1 });
  });

  it('restores only menus or only permissions, as requested', async () => {
    await removeMenus(menuOf('about').id);
    await removePermission(permissionOf('user.read').id);
    expect((await restore('permissions')).added).to.deep.equal(['user.read']);
    expect((await restore('menus')).added).to.deep.equal(['about']);
  });

  it('does not change entries that an administrator renamed or created again, nor changed links', async () => {
    await removeMenus(menuOf('about').id);
    await given(world, { menus: [aMenu({ routeName: 'about' })] });
    await updatePermission(world)({
      actor,
      id: permissionOf('user.read').id,
      change: { code: 'user.list', name: 'List' },
    });
    await world.run((tx) => tx.roles.setMenus(moderatorRole.id, { before: [], after: [] }));
    const before = await everything();
    expect([(await restore('menus')).added, (await restore('permissions')).added]).to.deep.equal([[], []]);
    expect(await everything()).to.deep.equal(before);
  });

  it('puts a restored menu below a parent that an administrator created again', async () => {
    const children = builtInMenus.filter(({ parentId }) => parentId === menuOf('manage').id);
    await removeMenus(...children.map(({ id }) => id), menuOf('manage').id);
    const manage = aMenu({ routeName: 'manage', menuType: 1 });
    await given(world, { menus: [manage] });
    await restore('menus');
    expect(await world.menus.find(menuOf('manage_user').id)).to.include({ parentId: manage.id });
  });

  it('refuses to restore an entry whose name is in use, reports its code, and stores nothing', async () => {
    await removePermission(permissionOf('user.create').id);
    await removePermission(permissionOf('user.read').id);
    await given(world, { permissions: [aPermission({ name: 'Read users' })] });
    const before = await everything();
    const { refusal, message } = await refusalOf(restore('permissions'));
    expect(refusal).to.equal('permission-name-taken');
    expect(message).to.match(/^user\.read: /);
    expect(await everything()).to.deep.equal(before);
  });

  it('stores nothing in a dry run, but returns the same result', async () => {
    await removeMenus(menuOf('home').id);
    const before = await everything();
    const dry = await restore('menus', true);
    expect(await everything()).to.deep.equal(before);
    expect(await restore('menus')).to.deep.equal(dry);
  });

  it('restores the initial installation, whichever built-in entries were deleted', () =>
    fc.assert(
      fc.asyncProperty(fc.subarray([...builtInPermissions]), fc.boolean(), async (lost, andMenus) => {
        world = InMemoryWorld.seeded();
        const before = await everything();
        for (const { id } of lost) await removePermission(id);
        if (andMenus) await removeMenus(...builtInMenus.map(({ id }) => id).toReversed());
        await restore('permissions');
        await restore('menus');
        expect(await everything()).to.deep.equal(before);
      }),
      { numRuns: 30 },
    ));
});

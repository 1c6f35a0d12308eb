import type { Page } from '@portcullis/application/internal/ports/lists';
import type { RolePermission, RoleStats } from '@portcullis/application/internal/ports/roles';
import type { UserView } from '@portcullis/application/internal/ports/users';
import { builtInPermissions, builtInRoles, moderatorRole } from '@portcullis/domain/internal/built-in';
import type { MenuView } from '@portcullis/domain/internal/menus/menu';
import type { RouteNode } from '@portcullis/domain/internal/menus/menu-tree';
import type { Role } from '@portcullis/domain/internal/roles/role';
import { expect } from 'chai';
import { aMenu, aPermission, aRole, createResource, expectSuccess, type Wire } from './support/builders.ts';
import { aUserWithRoles, sharedService, unique } from './support/service.ts';

const unknown = '11111111-1111-4111-8111-111111111111';
const unknownToo = '22222222-2222-4222-8222-222222222222';

describe('roles', () => {
  it('exist from the start: three system roles with their permissions', async () => {
    const { admin } = await sharedService();
    for (const { id, code, permissions } of builtInRoles) {
      expect((await admin.get(`/roles/${id}`)).data).to.include({ code, isSystem: true, status: 1 });
      const { data } = await admin.get<RolePermission[]>(`/roles/${id}/permissions`);
      expect(data.map((permission) => permission.code)).to.have.members(permissions);
    }
  });

  it('are created enabled and custom, ignoring isSystem in the body, and can be changed', async () => {
    const { admin } = await sharedService();
    const code = unique('ROLE_').toUpperCase();
    const role = await createResource<Wire<Role>>(admin, '/roles', { code, name: code, isSystem: true, id: unknown });
    expect(role).to.include({ code, name: code, description: null, isSystem: false, status: 1 });
    expect(role.id).not.to.equal(unknown);
    const change = { code: `${code}_2`, name: `${code} 2`, description: 'Changed.', status: 0 };
    expect((await admin.patch(`/roles/${role.id}`, { ...role, ...change })).data).to.deep.include(change);
    expect((await admin.get(`/roles/${role.id}`)).data).to.deep.include({ ...change, isSystem: false });
  });

  it('have unique codes and names', async () => {
    const { admin } = await sharedService();
    const { code, name } = await aRole(admin);
    const other = { code: unique('ROLE_').toUpperCase(), name: unique('Role ') };
    expect(await admin.post('/roles', { ...other, code })).to.include({ status: 409, code: 1202 });
    expect(await admin.post('/roles', { ...other, name })).to.include({ status: 409, code: 1202 });
    const { id } = await aRole(admin);
    expect(await admin.patch(`/roles/${id}`, { name })).to.include({ status: 409, code: 1202 });
  });

  it('of the system cannot be changed or deleted', async () => {
    const { admin } = await sharedService();
    for (const { id, name } of builtInRoles) {
      expect(await admin.patch(`/roles/${id}`, { name })).to.include({ status: 403, code: 1003 });
      expect(await admin.delete(`/roles/${id}`)).to.include({ status: 403, code: 1003 });
    }
  });

  it('of the system can get other permissions', async () => {
    const { admin } = await sharedService();
    const path = `/roles/${moderatorRole.id}/permissions`;
    const before = await expectSuccess(admin.get<RolePermission[]>(path));
    const permissionIds = before.map(({ id }) => id);
    const more = await aPermission(admin);
    const { permissionCount } = await expectSuccess(
      admin.post<RoleStats>(path, { permissionIds: [...permissionIds, more.id] }),
    );
    expect(permissionCount).to.equal(before.length + 1);
    await expectSuccess(admin.post(path, { permissionIds }));
  });

  it('lose their links to users, permissions and menus when they are deleted', async () => {
    const service = await sharedService();
    const { admin } = service;
    const links = { permissionIds: [(await aPermission(admin)).id], menuIds: [(await aMenu(admin)).id] };
    const [gone, kept] = [await aRole(admin, links), await aRole(admin)];
    const person = await aUserWithRoles(service, gone, kept);

    expect(await admin.delete(`/roles/${gone.id}`)).to.include({ status: 200, data: null });

    const { roles } = await expectSuccess(admin.get<UserView>(`/users/${person.id}`));
    expect(roles).to.deep.equal([{ id: kept.id, code: kept.code, name: kept.name }]);
    expect((await person.api.get('/auth/permissions')).data).to.deep.equal({ permissions: [] });
    expect((await person.api.get('/menus/user-routes')).data).to.deep.equal([]);
    expect(await admin.get(`/roles/${gone.id}`)).to.include({ status: 404, code: 1201 });
    expect(await admin.get(`/roles/${gone.id}/menus`)).to.include({ status: 404, code: 1201 });
  });

  it('grant nothing while they are disabled: no access, no permission and no menu', async () => {
    const service = await sharedService();
    const { admin } = service;
    const permissionIds = builtInPermissions.filter(({ code }) => code === 'menu.read').map(({ id }) => id);
    const role = await aRole(admin, { permissionIds, menuIds: [(await aMenu(admin)).id] });
    const { api } = await aUserWithRoles(service, role);
    const gives = async () => ({
      check: (await api.get('/menus')).status,
      permissions: (await api.get<{ permissions: string[] }>('/auth/permissions')).data.permissions.length,
      menus: (await api.get<RouteNode[]>('/menus/user-routes')).data.length,
      roles: (await api.get<{ roles: string[] }>('/auth/profile')).data.roles.length,
    });
    expect(await gives()).to.deep.equal({ check: 200, permissions: 1, menus: 1, roles: 1 });
    await expectSuccess(admin.patch(`/roles/${role.id}`, { status: 0 }));
    expect(await gives()).to.deep.equal({ check: 403, permissions: 0, menus: 0, roles: 0 });
    await expectSuccess(admin.patch(`/roles/${role.id}`, { status: 1 }));
    expect(await gives()).to.deep.equal({ check: 200, permissions: 1, menus: 1, roles: 1 });
  });

  it('are filtered by status', async () => {
    const { admin } = await sharedService();
    const role = await aRole(admin, {}, { status: 0 });
    const found = async (status: number) =>
      (await admin.get<Page<Role>>(`/roles?search=${role.code}&status=${status}`)).data.items.map(({ id }) => id);
    expect(await found(0)).to.deep.equal([role.id]);
    expect(await found(1)).to.deep.equal([]);
  });
});

describe('role permissions', () => {
  it('§4.3 rule 1: the list replaces the permissions of the role; an id that appears twice counts once', async () => {
    const { admin } = await sharedService();
    const [old, one, two] = [await aPermission(admin), await aPermission(admin), await aPermission(admin)];
    const role = await aRole(admin, { permissionIds: [old.id] });
    const path = `/roles/${role.id}/permissions`;
    const { data } = await admin.post<{ message: string }>(path, { permissionIds: [two.id, one.id, two.id] });
    expect(data).to.have.all.keys('message', 'permissionCount').and.include({ permissionCount: 2 });
    const shown = [one, two].map(({ id, code, name, resource, action, description }) => {
      return { id, code, name, resource, action, description };
    });
    expect((await admin.get(path)).data).to.have.deep.members(shown);
    expect((await admin.get(`${path}/count`)).data).to.deep.equal({ permissionCount: 2 });
  });

  it('§4.3 rule 2: an empty list removes all permissions of the role', async () => {
    const { admin } = await sharedService();
    const role = await aRole(admin, { permissionIds: [(await aPermission(admin)).id] });
    const path = `/roles/${role.id}/permissions`;
    expect((await admin.post(path, { permissionIds: [] })).data).to.include({ permissionCount: 0 });
    expect((await admin.get(path)).data).to.deep.equal([]);
  });

  it('§4.3 rule 3: the error lists all unknown ids, and nothing changes', async () => {
    const { admin } = await sharedService();
    const [had, other] = [await aPermission(admin), await aPermission(admin)];
    const role = await aRole(admin, { permissionIds: [had.id] });
    const path = `/roles/${role.id}/permissions`;
    const response = await admin.post(path, { permissionIds: [unknown, other.id, unknownToo, unknown] });
    expect(response).to.deep.include({ status: 400, code: 1000, errors: { missingIds: [unknown, unknownToo] } });
    expect(response.message).to.include(unknown).and.include(unknownToo).and.not.include(other.id);
    expect((await admin.get<RolePermission[]>(path)).data.map(({ id }) => id)).to.deep.equal([had.id]);
  });

  it('of an unknown role return 404 on every route', async () => {
    const { admin } = await sharedService();
    const paths = ['/permissions', '/permissions/count', '/stats', '/menus', ''];
    for (const path of paths) {
      expect(await admin.get(`/roles/${unknown}${path}`), path).to.include({ status: 404, code: 1201 });
    }
    const set = await admin.post(`/roles/${unknown}/permissions`, { permissionIds: [] });
    expect(set).to.include({ status: 404, code: 1201 });
  });
});

describe('role menus', () => {
  it('are replaced, cleared, counted and verified like permissions', async () => {
    const { admin } = await sharedService();
    const [one, two] = [await aMenu(admin, { order: 2 }), await aMenu(admin, { order: 1 })];
    const { id } = await aRole(admin);
    const path = `/roles/${id}/menus`;
    const shown = async () => (await admin.get<MenuView[]>(path)).data.map((menu) => menu.id);
    expect((await admin.post(path, { menuIds: [one.id, two.id, one.id] })).data).to.include({ menuCount: 2 });
    expect(await shown()).to.deep.equal([two.id, one.id]);
    const response = await admin.post(path, { menuIds: [unknown, one.id] });
    expect(response).to.deep.include({ status: 400, code: 1000, errors: { missingIds: [unknown] } });
    expect(await shown()).to.deep.equal([two.id, one.id]);
    expect((await admin.post(path, { menuIds: [] })).data).to.include({ menuCount: 0 });
    expect(await shown()).to.deep.equal([]);
  });

  it('are counted in the statistics, like users and permissions', async () => {
    const service = await sharedService();
    const { admin } = service;
    const permissionIds = [(await aPermission(admin)).id, (await aPermission(admin)).id];
    const menuIds = [(await aMenu(admin)).id];
    const role = await aRole(admin, { permissionIds, menuIds });
    for (let holders = 0; holders < 3; holders += 1) await aUserWithRoles(service, role);
    const { data } = await admin.get(`/roles/${role.id}/stats`);
    expect(data).to.deep.equal({ userCount: 3, menuCount: 1, permissionCount: 2 });
  });
});

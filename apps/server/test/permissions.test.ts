import type { Page } from '@portcullis/application/internal/ports/lists';
import type { RolePermission } from '@portcullis/application/internal/ports/roles';
import { builtInPermissions } from '@portcullis/domain/internal/built-in';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import { expect } from 'chai';
import { aPermission, aRole, createResource, expectSuccess, type Wire } from './support/builders.ts';
import { aUserWithRoles, sharedService, unique } from './support/service.ts';

type Items = Page<Wire<Permission>>;

describe('permissions', () => {
  it('are created enabled, with the fields of the request', async () => {
    const { admin } = await sharedService();
    const sent = { code: unique('a.'), name: unique('A '), resource: 'a', action: 'read', description: 'Why.' };
    const { id, createdAt, updatedAt, ...rest } = await createResource<Wire<Permission>>(admin, '/permissions', sent);
    expect(rest).to.deep.equal({ ...sent, isSystem: false, status: 1, version: 1 });
    expect((await admin.get(`/permissions/${id}`)).data).to.deep.equal({ id, createdAt, updatedAt, ...rest });
  });

  it('§4.2 rule 1: code and name are unique', async () => {
    const { admin } = await sharedService();
    const { code, name } = await aPermission(admin);
    const other = { code: unique('b.'), name: unique('B '), resource: 'b', action: 'read' };
    for (const taken of [{ code }, { name }]) {
      expect(await admin.post('/permissions', { ...other, ...taken })).to.include({ status: 409, code: 1202 });
    }
    const { id } = await aPermission(admin);
    expect(await admin.patch(`/permissions/${id}`, { code })).to.include({ status: 409, code: 1202 });
    expect((await admin.get<Permission>(`/permissions/${id}`)).data.code).not.to.equal(code);
  });

  it('§4.2 rule 2: a system permission is updated like any other', async () => {
    const { admin } = await sharedService();
    const [stored] = builtInPermissions;
    const description = unique('Described ');
    const { data } = await admin.patch<Permission>(`/permissions/${stored?.id}`, { description });
    expect(data).to.deep.include({ ...stored, description, isSystem: true });
    await expectSuccess(admin.patch(`/permissions/${stored?.id}`, { description: null }));
  });

  it('§4.2 rule 3: a code may be changed, and takes effect with the next request', async () => {
    const service = await sharedService();
    const permission = await aPermission(service.admin);
    const { api } = await aUserWithRoles(service, await aRole(service.admin, { permissionIds: [permission.id] }));
    const code = unique('renamed.');
    expect((await service.admin.patch(`/permissions/${permission.id}`, { code })).data).to.include({ code });
    expect((await api.get('/auth/permissions')).data).to.deep.equal({ permissions: [code] });
  });

  it('§4.2 rule 4: deleting a permission removes it from every role', async () => {
    const service = await sharedService();
    const { admin } = service;
    const [gone, kept] = [await aPermission(admin), await aPermission(admin)];
    const roles = [
      await aRole(admin, { permissionIds: [gone.id, kept.id] }),
      await aRole(admin, { permissionIds: [gone.id] }),
    ];
    const { api } = await aUserWithRoles(service, ...roles);

    expect(await admin.delete(`/permissions/${gone.id}`)).to.include({ status: 200, data: null });

    expect((await api.get('/auth/permissions')).data).to.deep.equal({ permissions: [kept.code] });
    const left = roles.map(({ id }) => admin.get<RolePermission[]>(`/roles/${id}/permissions`));
    const codes = (await Promise.all(left)).map(({ data }) => data.map(({ code }) => code));
    expect(codes).to.deep.equal([[kept.code], []]);
    expect(await admin.get(`/permissions/${gone.id}`)).to.include({ status: 404, code: 1201 });
    expect(await admin.delete(`/permissions/${gone.id}`)).to.include({ status: 404, code: 1201 });
  });

  it('are filtered by exact resource and action, and searched by code, name and description', async () => {
    const { admin } = await sharedService();
    const word = unique('zebra');
    const resource = unique('res');
    const ids = [
      (await aPermission(admin, { code: `${word}.read`, resource, action: 'read' })).id,
      (await aPermission(admin, { name: `Sees the ${word}`, resource, action: 'update' })).id,
      (await aPermission(admin, { description: `${word.toUpperCase()}!`, resource, action: 'update' })).id,
    ];
    const idsOf = async (query: string) =>
      (await admin.get<Items>(`/permissions?${query}`)).data.items.map(({ id }) => id);
    expect(await idsOf(`search=${word}`)).to.deep.equal(ids);
    expect(await idsOf(`resource=${resource}`)).to.deep.equal(ids);
    expect(await idsOf(`resource=${resource}&action=read`)).to.deep.equal(ids.slice(0, 1));
    expect(await idsOf(`resource=${resource}&action=update&search=sees`)).to.deep.equal(ids.slice(1, 2));
    expect(await idsOf(`resource=${resource.slice(0, -1)}`)).to.deep.equal([]);
    expect(await idsOf(`resource=${resource}&action=&search=`)).to.deep.equal(ids);
  });

  it('are grouped by resource, even if a resource is called __proto__ or constructor', async () => {
    const { admin } = await sharedService();
    const inherited = await aPermission(admin, { resource: '__proto__' });
    const { data } = await admin.get<Readonly<Record<string, readonly Permission[]>>>('/permissions/by-resource');
    const groups = new Map(Object.entries(data));
    const menus = groups.get('menu')?.filter(({ isSystem }) => isSystem);
    expect(menus?.map(({ action }) => action)).to.have.members(['create', 'read', 'update', 'delete']);
    expect(groups.get('__proto__')?.map(({ id }) => id)).to.include(inherited.id);
  });
});

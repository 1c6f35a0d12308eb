import type { MenuPath } from '@portcullis/domain/internal/access/access-paths';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { Holder } from '@portcullis/domain/internal/access/holders';
import { expect } from 'chai';
import { aMenu, aPermission, aRole, expectSuccess, type Wire } from './support/builders.ts';
import { aUserWithRoles, sharedService } from './support/service.ts';

interface Holders {
  readonly items: readonly Wire<Holder<MenuPath>>[];
  readonly hasMore: boolean;
  readonly next: string | null;
  readonly total?: number;
}

interface WhatIf {
  readonly refusal: { readonly reason: string; readonly details: unknown } | null;
  readonly losesLastAdministrator: boolean;
  readonly items: readonly {
    readonly id: string;
    readonly gains: readonly { readonly id: string }[];
    readonly loses: readonly { readonly id: string }[];
  }[];
  readonly hasMore: boolean;
  readonly next: string | null;
}

const unknownId = '00000000-0000-4000-8000-00000000dead';

/** Creates a role with a permission and a menu, and users with the role, sorted by id. */
async function heldBy(count: number) {
  const service = await sharedService();
  const { admin } = service;
  const [permission, menu] = [await aPermission(admin), await aMenu(admin)];
  const role = await aRole(admin, { permissionIds: [permission.id], menuIds: [menu.id] });
  const users: { readonly id: string; readonly username: string }[] = [];
  for (let each = 0; each < count; each += 1) users.push(await aUserWithRoles(service, role));
  const ids = users.map(({ id }) => id).toSorted();
  return { admin, role, permission, menu, ids };
}

describe('GET /roles/:id/holders, /permissions/:id/holders and /menus/:id/holders', () => {
  it('list the holders with their paths in parts, and count them if asked to', async () => {
    const { admin, role, permission, menu, ids } = await heldBy(3);
    for (const path of [`/roles/${role.id}`, `/permissions/${permission.id}`, `/menus/${menu.id}`]) {
      const first = await expectSuccess(admin.get<Holders>(`${path}/holders?limit=2&total=true`));
      expect(first).to.deep.include({ hasMore: true, next: ids[1], total: 3 });
      const [holder] = first.items;
      expect(holder).to.deep.include({ kind: 'user', id: ids[0], needsFactor: false, nearMisses: [] });
      const { id, code, name } = role;
      const further = { roles: {}, permissions: { condition: null }, menus: { below: null } };
      const [, kind = ''] = path.split('/');
      expect(holder?.paths).to.deep.equal([
        { role: { id, code, name }, since: null, until: null, ...Reflect.get(further, kind) },
      ]);
      const rest = await expectSuccess(admin.get<Holders>(`${path}/holders?limit=2&after=${first.next}`));
      expect(rest).to.deep.include({ hasMore: false, next: null }).and.not.have.property('total');
      expect([...first.items, ...rest.items].map((each) => each.id)).to.deep.equal(ids);
    }
  });

  it('change with the next request, and refuse unknown resources', async () => {
    const { admin, role, permission } = await heldBy(1);
    await expectSuccess(admin.patch(`/roles/${role.id}`, { status: 0 }));
    const { items } = await expectSuccess(admin.get<Holders>(`/permissions/${permission.id}/holders`));
    expect(items).to.deep.equal([]);
    for (const resource of ['roles', 'permissions', 'menus'])
      expect(await admin.get(`/${resource}/${unknownId}/holders`)).to.include({ status: 404, code: 1201 });
  });
});

describe('POST /access/what-if', () => {
  it('says who would lose what, as it then happens, and changes nothing before', async () => {
    const { admin, role, permission, menu, ids } = await heldBy(2);
    const body = { change: 'role.deletion', roleId: role.id };
    const first = await expectSuccess(admin.post<WhatIf>('/access/what-if', { ...body, limit: 1 }));
    expect(first).to.deep.include({ refusal: null, losesLastAdministrator: false, hasMore: true, next: ids[0] });
    expect(first.items.map(({ id, gains, loses }) => [id, gains, loses.map((each) => each.id)])).to.deep.equal([
      [ids[0], [], [role.id, permission.id, menu.id]],
    ]);
    const rest = await expectSuccess(admin.post<WhatIf>('/access/what-if', { ...body, after: first.next }));
    expect(rest.items.map(({ id }) => id)).to.deep.equal([ids[1]]);
    expect(rest.next).to.equal(null);
    expect(await admin.get(`/roles/${role.id}`)).to.include({ status: 200 });
    const path = `/permissions/${permission.id}/holders?total=true`;
    expect((await expectSuccess(admin.get<Holders>(path))).total).to.equal(2);
    await expectSuccess(admin.delete(`/roles/${role.id}`));
    expect((await expectSuccess(admin.get<Holders>(path))).total).to.equal(0);
  });

  it('takes periods of roles', async () => {
    const { admin, role, ids } = await heldBy(1);
    const grants = [{ roleId: role.id, validUntil: '2001-01-01T00:00:00Z' }];
    const body = { change: 'user.role-grants', userId: ids[0], grants };
    const { items } = await expectSuccess(admin.post<WhatIf>('/access/what-if', body));
    expect(items.map(({ id }) => id)).to.deep.equal(ids);
    const wrong = { ...body, grants: [{ ...grants[0], validFrom: '2001-01-02T00:00:00Z' }] };
    expect(await admin.post('/access/what-if', wrong)).to.include({ status: 400, code: 1005 });
    expect(await admin.post('/access/what-if', { ...body, grants: undefined })).to.include({ status: 400 });
  });

  it('reports why the change would be refused', async () => {
    const { admin, role } = await heldBy(0);
    const ask = async (body: object) => (await expectSuccess(admin.post<WhatIf>('/access/what-if', body))).refusal;
    expect(await ask({ change: 'role.menus', roleId: role.id, menuIds: [unknownId] })).to.deep.include({
      reason: 'unknown-menus',
      details: { missingIds: [unknownId] },
    });
    const systemRole = { change: 'role.status', roleId: administratorRole.id, status: 0 };
    expect(await ask(systemRole)).to.include({ reason: 'system-role' });
    expect(await ask({ change: 'permission.deletion', permissionId: unknownId })).to.include({
      reason: 'permission-not-found',
    });
    expect(await admin.post('/access/what-if', { change: 'role.menus', roleId: role.id })).to.include({ status: 400 });
  });
});

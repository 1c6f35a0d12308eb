import type { RoleSummary } from '@portcullis/domain/internal/access/access-facts';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { ExplainedAccess } from '@portcullis/domain/internal/access/explain-access';
import type { UserRoutes } from '@portcullis/domain/internal/menus/menu-tree';
import { expect } from 'chai';
import { aPermission, aRole, expectSuccess, type Wire } from './support/builders.ts';
import { aUserWithRoles, aPerson, sharedService } from './support/service.ts';

const unknownId = '00000000-0000-4000-8000-00000000dead';
const held = { granted: true, needsFactor: false, nearMisses: [] };
const summaryOf = ({ id, code, name, status, requiresFactor }: Wire<RoleSummary>) => ({
  id,
  code,
  name,
  status,
  requiresFactor,
});

describe('GET /users/:id/access', () => {
  it('lists the roles that grant a permission, and shows each change with the next request', async () => {
    const service = await sharedService();
    const { admin } = service;
    const permission = await aPermission(admin);
    const role = await aRole(admin, { permissionIds: [permission.id] });
    const user = await aUserWithRoles(service, role);
    const access = () => expectSuccess(admin.get<Wire<ExplainedAccess>>(`/users/${user.id}/access`));
    const isGranted = async () => (await access()).permissions.map((each) => each.granted);
    const { operations, ...explained } = await access();
    const { id, code, name } = role;
    const paths = [{ role: { id, code, name }, since: null, until: null }];
    expect(explained).to.deep.equal({
      status: 1,
      roles: [{ ...summaryOf(role), ...held, paths }],
      permissions: [
        {
          id: permission.id,
          code: permission.code,
          name: permission.name,
          status: 1,
          roles: [role.code],
          ...held,
          paths: paths.map((path) => ({ ...path, condition: null })),
        },
      ],
      menus: [],
      conditions: null,
    });
    const allowed = operations.filter((operation) => operation.granted).map((operation) => operation.id);
    expect(allowed).to.include.members(['login', 'getProfile', 'getUserAccess']).and.not.include('createUser');
    await expectSuccess(admin.patch(`/permissions/${permission.id}`, { status: 0 }));
    expect(await isGranted()).to.deep.equal([false]);
    await expectSuccess(admin.patch(`/permissions/${permission.id}`, { status: 1 }));
    await expectSuccess(admin.patch(`/roles/${role.id}`, { status: 0 }));
    expect(await isGranted()).to.deep.equal([false]);
    const [{ nearMisses } = expect.fail('There is no permission.')] = (await access()).permissions;
    expect(nearMisses).to.deep.equal([{ ...paths[0], condition: null, reason: 'role-disabled', otherReasons: [] }]);
    await expectSuccess(admin.patch(`/roles/${role.id}`, { status: 1 }));
    await expectSuccess(admin.patch(`/users/${user.id}`, { status: 0 }));
    expect(await access()).to.include({ status: 0 });
    expect(await isGranted()).to.deep.equal([false]);
  });

  it('agrees with GET /auth/permissions of the user', async () => {
    const service = await sharedService();
    const moderator = await aPerson(service, ['MODERATOR', 'USER']);
    const { permissions } = await expectSuccess(service.admin.get<ExplainedAccess>(`/users/${moderator.id}/access`));
    const own = await expectSuccess(moderator.api.get<{ permissions: string[] }>('/auth/permissions'));
    expect(permissions.filter(({ granted }) => granted).map(({ code }) => code)).to.deep.equal(own.permissions);
  });

  it('agrees with GET /auth/operations of the user, and with GET /menus/user-routes', async () => {
    const service = await sharedService();
    for (const codes of [['MODERATOR', 'USER'], ['ADMIN'], []]) {
      const person = await aPerson(service, codes);
      const { operations, menus } = await expectSuccess(
        service.admin.get<ExplainedAccess>(`/users/${person.id}/access`),
      );
      const idsOf = (items: readonly { readonly id: string; readonly granted: boolean }[]) =>
        items.filter(({ granted: isGranted }) => isGranted).map(({ id }) => id);
      const own = await expectSuccess(person.api.get<readonly { readonly id: string }[]>('/auth/operations'));
      expect(idsOf(operations)).to.have.members(own.map(({ id }) => id));
      const routes = await expectSuccess(person.api.get<UserRoutes>('/menus/user-routes'));
      expect(idsOf(menus)).to.have.members(
        routes.flatMap(({ id, children }) => [id, ...children.map((each) => each.id)]),
      );
    }
  });

  it('says through which role an administrator may call an operation, and lists only the operations asked for', async () => {
    const { admin } = await sharedService();
    const { data: own } = await admin.get<{ readonly id: string }>('/auth/profile');
    const { operations } = await expectSuccess(
      admin.get<Wire<ExplainedAccess>>(`/users/${own.id}/access?ids=setUserRoles,unknown`),
    );
    expect(operations.map(({ id, granted: isGranted }) => [id, isGranted])).to.deep.equal([['setUserRoles', true]]);
    const throughAdmin = { role: { id: administratorRole.id, code: 'ADMIN', name: administratorRole.name } };
    const path = { ...throughAdmin, since: null, until: null, condition: null };
    expect(operations[0]?.conditions).to.deep.equal([
      { roles: ['ADMIN'], permissions: [], ...held, paths: [{ ...path, permission: null }] },
      { roles: [], permissions: ['user.update'], ...held, paths: [{ ...path, permission: 'user.update' }] },
    ]);
  });

  it('shows callers without ADMIN only their own access', async () => {
    const service = await sharedService();
    const [ada, bob] = [await aPerson(service, ['MODERATOR']), await aPerson(service, ['USER'])];
    expect(await ada.api.get(`/users/${ada.id}/access`)).to.include({ status: 200 });
    for (const id of [bob.id, unknownId])
      expect(await ada.api.get(`/users/${id}/access`)).to.include({ status: 403, code: 1003, reason: 'role-required' });
  });

  it('returns 404 for a user who does not exist', async () => {
    const { admin } = await sharedService();
    expect(await admin.get(`/users/${unknownId}/access`)).to.include({ status: 404, code: 1104 });
  });
});

describe('GET /permissions/:id/roles', () => {
  it('lists the roles that grant a permission, including disabled ones', async () => {
    const { admin } = await sharedService();
    const permission = await aPermission(admin);
    const roles = () => expectSuccess(admin.get(`/permissions/${permission.id}/roles`));
    expect(await roles()).to.deep.equal([]);
    const role = await aRole(admin, { permissionIds: [permission.id] }, { status: 0 });
    expect(await roles()).to.deep.equal([{ ...summaryOf(role), userCount: 0 }]);
    expect(await admin.get(`/permissions/${unknownId}/roles`)).to.include({ status: 404, code: 1201 });
  });
});

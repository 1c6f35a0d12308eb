import type { ExplainedAccess, RoleSummary } from '@portcullis/domain';
import { expect } from 'chai';
import { aPermission, aRole, expectSuccess, type Wire } from './support/builders.ts';
import { aUserWithRoles, aPerson, sharedService } from './support/service.ts';

const unknownId = '00000000-0000-4000-8000-00000000dead';
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
    const granted = async () => (await access()).permissions.map((each) => each.granted);
    expect(await access()).to.deep.equal({
      status: 1,
      roles: [summaryOf(role)],
      permissions: [
        {
          id: permission.id,
          code: permission.code,
          name: permission.name,
          status: 1,
          roles: [role.code],
          granted: true,
          needsFactor: false,
        },
      ],
    });
    await expectSuccess(admin.patch(`/permissions/${permission.id}`, { status: 0 }));
    expect(await granted()).to.deep.equal([false]);
    await expectSuccess(admin.patch(`/permissions/${permission.id}`, { status: 1 }));
    await expectSuccess(admin.patch(`/roles/${role.id}`, { status: 0 }));
    expect(await granted()).to.deep.equal([false]);
    await expectSuccess(admin.patch(`/roles/${role.id}`, { status: 1 }));
    await expectSuccess(admin.patch(`/users/${user.id}`, { status: 0 }));
    expect(await access()).to.include({ status: 0 });
    expect(await granted()).to.deep.equal([false]);
  });

  it('agrees with GET /auth/permissions of the user', async () => {
    const service = await sharedService();
    const moderator = await aPerson(service, ['MODERATOR', 'USER']);
    const { permissions } = await expectSuccess(service.admin.get<ExplainedAccess>(`/users/${moderator.id}/access`));
    const own = await expectSuccess(moderator.api.get<{ permissions: string[] }>('/auth/permissions'));
    expect(permissions.filter(({ granted }) => granted).map(({ code }) => code)).to.deep.equal(own.permissions);
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
    expect(await roles()).to.deep.equal([summaryOf(role)]);
    expect(await admin.get(`/permissions/${unknownId}/roles`)).to.include({ status: 404, code: 1201 });
  });
});

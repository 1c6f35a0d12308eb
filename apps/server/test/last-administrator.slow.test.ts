import type { Page } from '@portcullis/application';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { administratorRole, userRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { expectSuccess } from './support/builders.ts';
import { anAdministrator, startService, type Service } from './support/service.ts';

/** Requests after which a user is no longer an enabled administrator. */
const removals: Readonly<Record<string, (api: Api, id: string) => ReturnType<Api['put']>>> = {
  'PUT of other roles': (api, id) => api.put(`/users/${id}/roles`, { roleIds: [userRole.id] }),
  'PATCH of other roles': (api, id) => api.patch(`/users/${id}`, { roleIds: [] }),
  'PATCH that disables': (api, id) => api.patch(`/users/${id}`, { status: 0 }),
};

/**
 * The service refuses to remove the last administrator of an installation. Other tests create administrators, so these
 * tests use a separate installation.
 */
describe('the last administrator', () => {
  let service: Service;
  let last: string;
  before(async () => {
    service = await startService();
    last = (await service.admin.get<{ id: string }>('/auth/profile')).data.id;
  });
  after(() => service.stop());

  for (const [removal, attempt] of Object.entries(removals)) {
    it(`cannot be removed by a ${removal}, which leaves no audit record`, async () => {
      const { admin } = service;
      const records = `/audit-logs?resourceId=${last}`;
      const before = await expectSuccess(admin.get<Page<AuditRecord>>(records));
      expect(await attempt(admin, last)).to.include({ status: 409, code: 1009 });
      expect((await admin.get<{ roles: string[] }>('/auth/profile')).data.roles).to.deep.equal(['ADMIN']);
      expect((await admin.get(records)).data).to.deep.equal(before);
    });

    it(`does not prevent a ${removal} of another administrator`, async () => {
      const other = await anAdministrator(service);
      expect(await attempt(service.admin, other.id)).to.include({ status: 200 });
      expect((await other.api.get('/audit-logs')).status).to.be.oneOf([401, 403]);
    });
  }

  it('cannot be deleted', async () => {
    const { admin } = service;
    const other = await anAdministrator(service);
    expect(await admin.delete(`/users/${other.id}`)).to.include({ status: 200 });
    expect(await admin.delete(`/users/${last}`)).to.include({ status: 409, code: 1009 });
  });

  it('is the only enabled administrator: disabled administrators do not count', async () => {
    const other = await anAdministrator(service);
    await expectSuccess(service.admin.patch(`/users/${other.id}`, { status: 0 }));
    const response = await service.admin.put(`/users/${last}/roles`, { roleIds: [] });
    expect(response).to.include({ status: 409, code: 1009 });
  });

  it('can change all other fields and other roles', async () => {
    const roleIds = [administratorRole.id, userRole.id];
    await expectSuccess(service.admin.patch(`/users/${last}`, { nickName: 'Root', status: 1, roleIds }));
    await expectSuccess(service.admin.patch(`/users/${last}`, { roleIds: [administratorRole.id] }));
  });
});

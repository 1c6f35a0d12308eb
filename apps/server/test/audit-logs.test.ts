import type { Page } from '@portcullis/application';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { expect } from 'chai';
import { aRole, expectSuccess, type Wire } from './support/builders.ts';
import { aUserWithRoles, anAdministrator, sharedService } from './support/service.ts';

type Record = Wire<AuditRecord>;
const unknown = '11111111-1111-4111-8111-111111111111';

/**
 * Creates a user and an administrator. The administrator changes the roles of the user `changes` times. The creation of
 * the user also adds an audit record.
 */
async function aTrail(changes: number) {
  const service = await sharedService();
  const actor = await anAdministrator(service);
  const role = await aRole(service.admin);
  const subject = await aUserWithRoles(service);
  for (let index = 0; index < changes; index += 1) {
    await expectSuccess(actor.api.patch(`/users/${subject.id}`, { roleIds: index % 2 === 0 ? [role.id] : [] }));
  }
  const list = (query: string) =>
    expectSuccess(service.admin.get<Page<Record>>(`/audit-logs?resourceId=${subject.id}${query}`));
  return { actor, subject, role, list, service };
}

describe('the audit trail', () => {
  // The start of the service is not part of the first test.
  before(() => sharedService());

  it('§6 rule 1: has one kind of record, and one record each time roles are set', async () => {
    const { list, service, subject } = await aTrail(2);
    const before = await list('');
    expect(before.total).to.equal(3);
    expect(before.items.map(({ event }) => event)).to.deep.equal(Array(3).fill('user.roles.set'));
    await expectSuccess(service.admin.patch(`/users/${subject.id}`, { nickName: 'x', status: 0 }));
    await expectSuccess(service.admin.patch(`/users/${subject.id}`, { roleIds: [] }));
    const { items } = await list('');
    expect(items.slice(1)).to.deep.equal(before.items);
  });

  it('§6 rule 2: has no record of other actions of an administrator', async () => {
    const { actor, service, subject } = await aTrail(1);
    const role = await aRole(actor.api);
    await expectSuccess(actor.api.post(`/roles/${role.id}/permissions`, { permissionIds: [] }));
    await expectSuccess(actor.api.post(`/roles/${role.id}/menus`, { menuIds: [] }));
    await expectSuccess(actor.api.patch(`/users/${subject.id}`, { nickName: 'x' }));
    await expectSuccess(actor.api.delete(`/users/${subject.id}`));
    await expectSuccess(actor.api.delete(`/roles/${role.id}`));
    const { items } = await expectSuccess(service.admin.get<Page<Record>>(`/audit-logs?userId=${actor.id}`));
    expect(items.map(({ event }) => event)).to.deep.equal(['user.roles.set']);
  });

  it('is returned in pages, with the newest records first', async () => {
    const { list } = await aTrail(4);
    const whole = await list('');
    const times = whole.items.map(({ createdAt }) => createdAt);
    expect(times).to.deep.equal(times.toSorted().toReversed());
    for (const page of [1, 2, 3]) {
      const items = whole.items.slice(page * 2 - 2, page * 2);
      expect(await list(`&page=${page}&pageSize=2`)).to.deep.equal({ items, total: 5, page, pageSize: 2 });
    }
    expect((await list('&sortBy=createdAt&sortOrder=asc')).items).to.deep.equal(whole.items.toReversed());
  });

  it('can be filtered by actor, user, event and time', async () => {
    const { list, actor, service } = await aTrail(3);
    const [last, middle, first, creation] = (await list('')).items;
    expect((await list(`&userId=${actor.id}`)).items).to.deep.equal([last, middle, first]);
    expect((await list(`&userId=${unknown}`)).items).to.deep.equal([]);
    expect((await list('&event=user.roles.set')).total).to.equal(4);
    expect((await list('&event=user.deleted')).items).to.deep.equal([]);
    expect((await list(`&from=${middle?.createdAt}`)).items).to.deep.equal([last, middle]);
    expect((await list(`&from=${first?.createdAt}&to=${middle?.createdAt}`)).items).to.deep.equal([middle, first]);
    expect((await list('&to=2020-01-01')).items).to.deep.equal([]);
    expect((await list(`&to=${creation?.createdAt}`)).items).to.deep.equal([creation]);
    expect(await service.admin.get('/audit-logs?from=2026-W01')).to.include({ status: 400, code: 1005 });
    expect(await service.admin.get('/audit-logs?from=yesterday')).to.include({ status: 400, code: 1005 });
  });

  it('returns a single record by its id', async () => {
    const { list, service } = await aTrail(1);
    const [record] = (await list('')).items;
    expect((await service.admin.get(`/audit-logs/${record?.id}`)).data).to.deep.equal(record);
    expect(await service.admin.get(`/audit-logs/${unknown}`)).to.include({ status: 404, code: 1201 });
  });

  it('is append-only: no route changes a record, and the database refuses every change', async () => {
    const { list, service } = await aTrail(1);
    const before = await list('');
    const path = `/audit-logs/${before.items[0]?.id}`;
    for (const change of [service.admin.delete(path), service.admin.patch(path, {}), service.admin.put(path, {})]) {
      expect(await change).to.include({ status: 405 });
    }
    for (const sql of [
      "UPDATE audit_records SET result = 'x'",
      'DELETE FROM audit_records',
      'TRUNCATE audit_records',
    ]) {
      const refused = await service.server.database.pool.query(sql).catch((error: unknown) => error);
      expect(refused, sql).to.be.an('error').with.property('message', 'audit records are append-only');
    }
    expect(await list('')).to.deep.equal(before);
  });

  it('§4.4 role setting, rule 3: keeps records of users, actors and roles that were deleted', async () => {
    const { list, service, subject, actor, role } = await aTrail(1);
    const before = await list('');
    for (const path of [`/users/${subject.id}`, `/users/${actor.id}`, `/roles/${role.id}`]) {
      await expectSuccess(service.admin.delete(path));
    }
    expect(await list('')).to.deep.equal(before);
  });
});

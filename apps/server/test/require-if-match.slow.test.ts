import { expect } from 'chai';
import { startService, unique, type Service } from './support/service.ts';

describe('§2.9: versions with REQUIRE_IF_MATCH=true', () => {
  let service: Service;
  before(async () => {
    service = await startService({ REQUIRE_IF_MATCH: 'true' });
  });
  after(() => service.stop());

  it('refuse a PATCH or DELETE without If-Match with 428, code 1028, and change nothing', async () => {
    const { admin } = service;
    const { data: role } = await admin.post<{ id: string }>('/roles', {
      code: unique('R').toUpperCase(),
      name: unique(),
    });
    const path = `/roles/${role.id}`;
    const refused = { status: 428, code: 1028, reason: 'if-match-missing' };
    expect(await admin.patch(path, { name: unique() })).to.include(refused);
    expect(await admin.patch(`/roles/${role.id.replace(/^./, 'f')}`, { name: unique() })).to.include(refused);
    expect(await admin.delete(path)).to.include(refused);
    const read = await admin.get(path);
    expect(read.data).to.deep.equal(role);
    const ifMatch = { 'If-Match': read.headers.get('ETag') ?? '' };
    expect((await admin.patch(path, { description: 'new' }, ifMatch)).status).to.equal(200);
    expect(await admin.patch(path, { description: 'late' }, ifMatch)).to.include({ status: 412, code: 1012 });
    expect((await admin.delete(path, undefined, { 'If-Match': '*' })).status).to.equal(200);
  });

  it('are not required for creations, moves and replacements of sets', async () => {
    const { admin } = service;
    const { data: content } = await admin.post<{ id: string }>('/contents', { title: unique() });
    expect((await admin.post(`/contents/${content.id}/publish`)).status).to.equal(200);
    const { data: role } = await admin.post<{ id: string }>('/roles', {
      code: unique('R').toUpperCase(),
      name: unique(),
    });
    expect((await admin.post(`/roles/${role.id}/permissions`, { permissionIds: [] })).status).to.equal(200);
  });
});

import { declarePermission } from '@portcullis/domain/internal/roles/permission';
import { expect } from 'chai';
import { spy } from 'sinon';
import type { ConditionedResource } from '../../src/routes/calls.ts';
import { route } from '../../src/routes/route.ts';
import { sendRequest } from '../../src/testing.ts';
import { nothing } from '../../src/validation/schema.ts';
import { startRoutes } from '../support/mounted.ts';
import { aPerson, startService, type Service } from '../support/service.ts';

describe('What a caller reaches with a permission of an additional resource', () => {
  const [reads, writes] = [declarePermission('acme.note.read'), declarePermission('acme.note.update')];
  let service: Service;
  let token: string;
  before(async () => {
    service = await startService();
    const permissionIds: string[] = [];
    for (const code of [reads, writes]) {
      const permission = { code, name: code, resource: 'acme.note', action: code };
      permissionIds.push((await service.admin.post<{ id: string }>('/permissions', permission)).data.id);
    }
    const role = await service.admin.post<{ id: string }>('/roles', {
      code: 'EDITOR_OF_NOTES',
      name: 'Editor of notes',
    });
    await service.admin.post(`/roles/${role.data.id}/permissions`, { permissionIds });
    token = (await aPerson(service, ['EDITOR_OF_NOTES'])).api.token ?? '';
  });
  after(() => service.stop());

  /** Sends a request, and returns how often the store was asked for roles and permissions. */
  async function checksOf(resource: ConditionedResource): Promise<number> {
    const write = route({
      method: 'DELETE',
      path: '/notes',
      operation: 'deleteNotes',
      summary: 'Delete all notes',
      access: 'authorized',
      anyRole: [],
      anyPermission: [writes],
      evaluatesConditions: true,
      data: nothing,
      handle: async ({ reach }) => void (await reach(writes, resource)),
    });
    const { api, stop } = await startRoutes([write], { authenticator: service.authenticator });
    const check = spy(service.world.access, 'check');
    try {
      const headers = { Authorization: `Bearer ${token}` };
      const { status, text } = await sendRequest(`${api.url}/api/notes`, { method: 'DELETE', headers });
      expect(status, text).to.equal(200);
      return check.callCount;
    } finally {
      check.restore();
      await stop();
    }
  }

  it('is known from the access check if everybody may read the resource, and needs one more check otherwise', async () => {
    expect(await checksOf({ attributes: {} })).to.equal(1);
    expect(await checksOf({ attributes: {}, reads })).to.equal(2);
  });
});

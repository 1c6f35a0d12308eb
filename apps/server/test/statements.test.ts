import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@portcullis/application';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { everyConnection } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { spy } from 'sinon';
import type { Api } from './support/api.ts';
import { aCategory, aContent, aMenu, aPermission, aRole, aTag, expectSuccess } from './support/builders.ts';
import { aUserWithRoles, sharedService } from './support/service.ts';

/**
 * Returns whether a statement sends a NOTIFY signal. After a write, a separate transaction sends the signal, possibly
 * during the next request, so signals are not counted.
 */
const isSignal = (statement: unknown): boolean => JSON.stringify(statement).includes('pg_notify');

/**
 * Sends a request that succeeds, and returns the number of its SQL statements. A task in the background may execute a
 * statements meanwhile, so a request with more than `most` statements is sent again after a pause, at most nine times.
 */
async function statementsOf(api: Api, path: string, most: number): Promise<number> {
  let count = 0;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const query = spy(everyConnection, 'query');
    try {
      await expectSuccess(api.get(path));
      count = query.args.filter(([statement]) => !isSignal(statement)).length;
    } finally {
      query.restore();
    }
    if (count <= most) break;
    await sleep(100);
  }
  return count;
}

describe('SQL statements of a request', () => {
  const lists = ['users', 'roles', 'permissions', 'menus', 'contents', 'categories', 'tags', 'audit-logs'];
  for (const list of lists) {
    it(`are at most two for GET /${list}, including the access check`, async () => {
      const { admin } = await sharedService();
      for (const pageSize of [1, 100]) {
        expect(await statementsOf(admin, `/${list}?pageSize=${pageSize}`, 2)).to.be.within(1, 2);
      }
    });
  }

  it('consist of one statement for every other read, and of the access check', async () => {
    const service = await sharedService();
    const { admin, api } = service;
    const permission = await aPermission(admin);
    const menu = await aMenu(admin, { constant: true, status: 2 });
    const role = await aRole(admin, { permissionIds: [permission.id], menuIds: [menu.id] });
    const person = await aUserWithRoles(service, role);
    const category = await aCategory(admin);
    const tag = await aTag(admin);
    const content = await aContent(admin, { categoryId: category.id, tagIds: [tag.id] });
    await expectSuccess(admin.post(`/contents/${content.id}/publish`));
    const { items } = await expectSuccess(admin.get<Page<AuditRecord>>('/audit-logs?pageSize=1'));
    const open = [
      `/contents/${content.id}`,
      `/contents/slug/${content.slug}`,
      `/categories/${category.id}`,
      `/categories/slug/${category.slug}`,
      '/categories/tree',
      `/tags/${tag.id}`,
      `/tags/slug/${tag.slug}`,
      '/tags/popular',
    ];
    const guarded = [
      '/auth/permissions',
      '/auth/profile',
      `/users/${person.id}`,
      `/roles/${role.id}`,
      `/roles/${role.id}/permissions`,
      `/roles/${role.id}/permissions/count`,
      `/roles/${role.id}/menus`,
      `/roles/${role.id}/stats`,
      `/permissions/${permission.id}`,
      '/permissions/by-resource',
      `/menus/${menu.id}`,
      '/menus/tree',
      '/menus/user-routes',
      `/menus/route-exists?routeName=${menu.routeName}`,
      `/audit-logs/${items[0]?.id}`,
    ];
    // The service reads the menus only once until they change, so the first request, which reads them, is not counted.
    await admin.get('/menus/user-routes');
    for (const path of [...open, '/menus/constant-routes']) expect(await statementsOf(api, path, 1), path).to.equal(1);
    for (const path of [...open, ...guarded]) {
      expect(await statementsOf(admin, path, 2), path).to.equal(2);
    }
  });
});

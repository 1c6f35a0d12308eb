import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aCategory, aContent, aRole, aTag, contentPermissionIds, expectSuccess } from './support/builders.ts';
import { aPerson, aUserWithRoles, sharedService } from './support/service.ts';

const deletedId = '00000000-0000-0000-0000-000000000000';

interface Kind {
  readonly path: string;
  readonly reason: string;
  readonly create: (api: Api) => Promise<{ readonly id: string }>;
  readonly named: (id: string) => Readonly<Record<string, unknown>>;
}

const kinds: readonly Kind[] = [
  {
    path: '/tags',
    reason: 'tag-in-conditions',
    create: aTag,
    named: (id) => ({ attr: 'resource.tagIds', contains: id }),
  },
  {
    path: '/categories',
    reason: 'category-in-conditions',
    create: aCategory,
    named: (id) => ({ attr: 'resource.categoryId', under: id }),
  },
];

describe('What conditions of roles name', () => {
  for (const { path, reason, create, named } of kinds)
    it(`is deleted at ${path} only by an administrator who forces it, and no condition then permits more`, async () => {
      const service = await sharedService();
      const { admin } = service;
      const [{ id }, other] = [await create(admin), await aCategory(admin)];
      const draft = await aContent(admin, { categoryId: other.id });
      const [permissionId] = await contentPermissionIds(admin, ['content.read-drafts']);
      const role = await aRole(admin);
      const grants = (condition: unknown) =>
        admin.put(`/roles/${role.id}/permission-grants`, { grants: [{ permissionId, condition }] });
      await expectSuccess(grants({ not: named(id) }));
      const { api } = await aUserWithRoles(service, role);
      const listed = async () => (await api.get<{ total: number }>(`/contents?categoryId=${other.id}`)).data.total;
      expect([(await api.get(`/contents/${draft.id}`)).status, await listed()]).to.deep.equal([200, 1]);

      const moderator = (await aPerson(service, ['MODERATOR'])).api;
      for (const caller of [moderator, admin]) {
        const refused = await caller.delete(`${path}/${id}`);
        expect(refused).to.deep.include({ status: 409, code: 1009, reason });
        expect(refused.errors).to.deep.equal({ roles: [{ id: role.id, code: role.code, name: role.name }] });
      }
      expect(await moderator.delete(`${path}/${id}?force=true`)).to.include({ status: 403, reason: 'role-required' });
      expect((await admin.get(`${path}/${id}`)).status).to.equal(200);

      await expectSuccess(admin.delete(`${path}/${id}?force=true`));
      expect((await admin.get(`${path}/${id}`)).status).to.equal(404);
      expect([(await api.get(`/contents/${draft.id}`)).status, await listed()]).to.deep.equal([404, 0]);
      const { data } = await admin.get<{ grants: readonly unknown[] }>(`/roles/${role.id}/permission-grants`);
      expect(JSON.stringify(data)).to.include(JSON.stringify({ not: named(deletedId) }));
      await expectSuccess(grants({ any: [{ not: named(deletedId) }, { attr: 'resource.status', eq: 'DRAFT' }] }));
      expect(await listed()).to.equal(1);
    });
});

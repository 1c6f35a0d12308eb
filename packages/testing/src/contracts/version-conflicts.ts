import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { RefusalDetails } from '@portcullis/domain/internal/shared/errors';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import { expect } from 'chai';
import { setProtectedRoutes } from '@portcullis/application/internal/access/set-protected-routes';
import { updateCategory } from '@portcullis/application/internal/categories/categories';
import { changeContentStatus } from '@portcullis/application/internal/contents/content-status';
import { deleteContent } from '@portcullis/application/internal/contents/contents';
import { recoverContent } from '@portcullis/application/internal/contents/removed-contents';
import { setRoleMenus, setRolePermissions, updateRole } from '@portcullis/application/internal/roles/roles';
import { setPermissionGrants } from '@portcullis/application/internal/roles/set-permission-grants';
import { setRoleGrants } from '@portcullis/application/internal/roles/set-role-grants';
import { setUserRoles } from '@portcullis/application/internal/roles/set-user-roles';
import { deleteTag, updateTag } from '@portcullis/application/internal/tags/tags';
import { setUserAttributes } from '@portcullis/application/internal/user-attributes/user-attributes';
import { setUserPassword } from '@portcullis/application/internal/users/user-credentials';
import { updateUser } from '@portcullis/application/internal/users/users';
import {
  aCategory,
  aContent,
  aMenu,
  anActor,
  anAttribute,
  anId,
  aPermission,
  aRole,
  aTag,
  aUser,
  unique,
} from '../builders.ts';
import { fakeFingerprints, fakeHasher } from '../fakes.ts';
import { given } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import type { OpenStore } from './store.ts';

export function versionConflictContract(adapter: string, open: OpenStore): void {
  const at = new Date(Date.UTC(2026, 3, 1));
  const deps = () => ({
    work: open().work,
    clock: { now: () => at },
    ids: { next: anId },
    fingerprints: fakeFingerprints,
    hasher: fakeHasher,
    policy: { minLength: 8, common: new Set<string>() },
  });
  const [ada, bob] = [anActor(), anActor()];
  const detailsOf = async (refused: Promise<unknown>): Promise<RefusalDetails | undefined> => {
    const { refusal, details } = await refusalOf(refused);
    expect(refusal).to.equal('version-changed');
    return details;
  };

  describe(`Version conflicts contract, ${adapter}`, () => {
    it('reports the fields that changed since the expected version, and who changed the resource last', async () => {
      const [role, permission] = [aRole(), aPermission()];
      await given(open().work, { roles: [role], permissions: [permission] });
      const rename = (actor: Actor, change: { name?: string; description?: string }, ifMatch?: readonly number[]) =>
        updateRole(deps())({ actor, id: role.id, change, ifMatch });
      await rename(ada, { name: unique('one') });
      await rename(ada, { description: 'two' });
      await setRolePermissions(deps())({ actor: bob, roleId: role.id, permissionIds: [permission.id] });
      const conflict = { current: 4, updatedAt: at, updatedBy: bob.id };
      const name = unique('late');
      expect(await detailsOf(rename(ada, { name }, [1]))).to.deep.equal({
        ...conflict,
        changedFields: ['description', 'name', 'permissionIds'],
      });
      expect(await detailsOf(rename(ada, { name }, [3, 1, 9]))).to.deep.equal({
        ...conflict,
        changedFields: ['permissionIds'],
      });
      expect(await detailsOf(rename(ada, { name }, [9]))).to.deep.equal(conflict);
      expect(await detailsOf(rename(ada, { name }, []))).to.deep.equal(conflict);
    });

    it('reports changes whose events already have a position', async () => {
      const [tag, category] = [aTag(), aCategory()];
      await given(open().work, { tags: [tag], categories: [category] });
      await updateTag(deps())({ actor: ada, id: tag.id, change: { description: 'new' } });
      await updateCategory(deps())({ actor: bob, id: category.id, change: { order: 7 } });
      // Reading the event log assigns positions to new events.
      expect(await open().events.lastPosition()).to.be.greaterThan(0);
      const conflict = { current: 2, updatedAt: at };
      const ifMatch = [1];
      expect(
        await detailsOf(updateTag(deps())({ actor: bob, id: tag.id, change: { name: unique('n') }, ifMatch })),
      ).to.deep.equal({ ...conflict, updatedBy: ada.id, changedFields: ['description'] });
      expect(
        await detailsOf(updateCategory(deps())({ actor: ada, id: category.id, change: { order: 8 }, ifMatch })),
      ).to.deep.equal({ ...conflict, updatedBy: bob.id, changedFields: ['order'] });
    });

    it('reports who changed the documents of which an installation has one', async () => {
      const route = {
        methods: ['GET'],
        path: `/${unique('x')}`,
        audience: 'x',
        public: true,
        authenticated: false,
      } as const;
      const routes = [{ ...route, permissions: [], roles: [] }];
      const attributes = [anAttribute({ name: unique('a') })];
      const changes: Readonly<
        Record<string, (actor: Actor, isOld: boolean, ifMatch?: readonly number[]) => Promise<Versioned>>
      > = {
        routes: (actor, isOld, ifMatch) => setProtectedRoutes(deps())({ actor, routes: isOld ? [] : routes, ifMatch }),
        attributes: (actor, isOld, ifMatch) =>
          setUserAttributes(deps())({ actor, attributes: isOld ? [] : attributes, ifMatch }),
      };
      for (const [field, change] of Object.entries(changes)) {
        const { version } = await change(ada, false);
        const conflict = { current: version + 1, updatedAt: at, updatedBy: bob.id };
        await change(bob, true);
        expect(await detailsOf(change(ada, false, [version]))).to.deep.equal({ ...conflict, changedFields: [field] });
      }
    });

    it('reports who took a content out of the bin, and what that changed', async () => {
      const content = aContent({ status: 'PUBLISHED' });
      await given(open().work, { contents: [content] });
      await deleteContent({ ...deps(), bin: { days: 1 } })({ actor: ada, id: content.id });
      await recoverContent(deps())({ actor: bob, id: content.id });
      const archived = changeContentStatus(deps())({ actor: ada, id: content.id, move: 'archive', ifMatch: [1] });
      const conflict = { current: 2, updatedAt: at, updatedBy: bob.id, changedFields: ['status'] };
      expect(await detailsOf(archived)).to.deep.equal(conflict);
    });

    it('reports no changed fields if one of the later versions has no event about the resource', async () => {
      const { work, contents } = open();
      const [tag, content] = [aTag(), aContent({ status: 'DRAFT' })];
      await given(work, { tags: [tag], contents: [content], contentTags: [[content.id, [tag.id]]] });
      await deleteTag(deps())({ actor: ada, id: tag.id });
      const archive = (ifMatch?: readonly number[]) =>
        changeContentStatus(deps())({ actor: bob, id: content.id, move: 'archive', ifMatch });
      const updatedAt = (await contents.find(content.id))?.updatedAt;
      expect(await detailsOf(archive([1]))).to.deep.equal({ current: 2, updatedAt, updatedBy: null });
      await archive();
      const conflict = { current: 3, updatedAt: at, updatedBy: bob.id };
      expect(await detailsOf(archive([1]))).to.deep.equal(conflict);
      expect(await detailsOf(archive([2]))).to.deep.equal({ ...conflict, changedFields: ['status'] });
    });

    it('ignores events that do not increment the version', async () => {
      const [user, role] = [aUser(), aRole()];
      await given(open().work, { users: [user], roles: [role] });
      const update = (change: { nickName?: string }, ifMatch?: readonly number[]) =>
        updateUser(deps())({ actor: ada, userId: user.id, change, ifMatch });
      await setUserRoles(deps())({ actor: bob, userId: user.id, roleIds: [role.id] });
      await update({});
      await setUserPassword(deps())({ actor: ada, userId: user.id, password: 'correct horse' });
      expect(await detailsOf(update({ nickName: 'late' }, [1]))).to.deep.equal({
        current: 2,
        updatedAt: at,
        updatedBy: bob.id,
        changedFields: ['roleIds'],
      });
    });

    it('§2.9: changes `updatedAt` with the links of a user or a role, and only if they change', async () => {
      const [user, role, permission, menu] = [aUser(), aRole(), aPermission(), aMenu()];
      const { work } = open();
      await given(work, { users: [user], roles: [role], permissions: [permission], menus: [menu] });
      const [roleId, roleIds, permissionId] = [role.id, [role.id], permission.id];
      const condition = { attr: 'resource.level', eq: 1 };
      const changes: readonly ((now: ReturnType<typeof deps>) => Promise<unknown>)[] = [
        (now) => setUserRoles(now)({ actor: ada, userId: user.id, roleIds }),
        (now) =>
          setRoleGrants(now)({ actor: ada, userId: user.id, grants: [{ roleId, validFrom: null, validUntil: at }] }),
        (now) => setRolePermissions(now)({ actor: ada, roleId, permissionIds: [permissionId] }),
        (now) => setPermissionGrants(now)({ actor: ada, roleId, grants: [{ permissionId, condition }] }),
        (now) => setRoleMenus(now)({ actor: ada, roleId, menuIds: [menu.id] }),
      ];
      const times = () =>
        work.run(async (tx) =>
          [await tx.users.lock(user.id), await tx.roles.lock(roleId)].map((each) => each?.updatedAt),
        );
      const last = [user.updatedAt, role.updatedAt];
      for (const [index, change] of changes.entries()) {
        const time = new Date(at.getTime() + index + 1);
        last[index < 2 ? 0 : 1] = time;
        await change({ ...deps(), clock: { now: () => time } });
        await change({ ...deps(), clock: { now: () => new Date(at.getTime() + 100) } });
        expect(await times(), String(index)).to.deep.equal(last);
      }
    });

    it('reports no user if the service itself made the last change', async () => {
      const role = aRole();
      await given(open().work, { roles: [role] });
      const update = (actor: Actor, description: string, ifMatch?: readonly number[]) =>
        updateRole(deps())({ actor, id: role.id, change: { description }, ifMatch });
      await update(anActor({ type: 'system' }), 'by the service');
      expect(await detailsOf(update(ada, 'late', [1]))).to.deep.equal({
        current: 2,
        updatedAt: at,
        updatedBy: null,
        changedFields: ['description'],
      });
    });
  });
}

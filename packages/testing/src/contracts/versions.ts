import { expect } from 'chai';
import {
  aCategory,
  aContent,
  aMediaFile,
  aMenu,
  anActor,
  aPermission,
  aRole,
  aTag,
  aUser,
  anId,
  unique,
} from '../builders.ts';
import { given, type Given } from '../given.ts';
import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import { updateRole } from '@portcullis/application/internal/roles/roles';
import { refusalOf } from '../refusal-of.ts';
import type { OpenStore, Store } from './store.ts';

interface Stored {
  readonly version: number;
  readonly updatedAt: Date;
}

/** The test data of one kind of resource, and functions that read and change it. */
interface Kind {
  readonly given: Given;
  readonly read: (store: Store) => Promise<Stored | undefined>;
  /** Saves the resource with a new name and a new `updatedAt`. */
  readonly rename: (tx: StoreTransaction, name: string, updatedAt: Date) => Promise<Stored>;
}

/**
 * Returns test data for each kind of resource that has a version number. Each call makes new resources, because the
 * tests share the store.
 */
function kindsOf(): Readonly<Record<string, Kind>> {
  const [user, role, permission, menu] = [aUser(), aRole(), aPermission(), aMenu({ query: { b: 1, a: [2] } })];
  const [category, tag, content] = [aCategory(), aTag(), aContent({ contentMd: '# Text' })];
  const file = aMediaFile({ focus: { x: 0.5, y: 0.25 } });
  return {
    user: {
      given: { users: [user] },
      read: ({ users }) => users.find(user.id),
      rename: (tx, nickName, updatedAt) => tx.users.save({ ...user, nickName, updatedAt }),
    },
    role: {
      given: { roles: [role] },
      read: ({ roles }) => roles.find(role.id),
      rename: (tx, name, updatedAt) => tx.roles.save({ ...role, name, updatedAt }),
    },
    permission: {
      given: { permissions: [permission] },
      read: ({ permissions }) => permissions.find(permission.id),
      rename: (tx, name, updatedAt) => tx.permissions.save({ ...permission, name, updatedAt }),
    },
    menu: {
      given: { menus: [menu] },
      read: ({ menus }) => menus.find(menu.id),
      rename: (tx, menuName, updatedAt) => tx.menus.save({ ...menu, query: { a: [2], b: 1 }, menuName, updatedAt }),
    },
    category: {
      given: { categories: [category] },
      read: ({ categories }) => categories.find(category.id),
      rename: (tx, name, updatedAt) => tx.categories.save({ ...category, name, updatedAt }),
    },
    tag: {
      given: { tags: [tag] },
      read: ({ tags }) => tags.find(tag.id),
      rename: (tx, name, updatedAt) => tx.tags.save({ ...tag, name, updatedAt }),
    },
    media: {
      given: { media: [file] },
      read: ({ media }) => media.find(file.id),
      rename: (tx, title, updatedAt) => tx.media.save({ ...file, title, updatedAt }),
    },
    content: {
      given: { contents: [content] },
      read: ({ contents }) => contents.find(content.id),
      rename: (tx, title, updatedAt) => tx.contents.save({ ...content, title, updatedAt }),
    },
  };
}

/** A time before the present one of every store. */
const earlier = new Date(Date.UTC(2020, 0, 1));
const later = (day: number): Date => new Date(Date.UTC(2026, 2, day));
const stampOf = (stored: Stored | undefined) => stored && { version: stored.version, updatedAt: stored.updatedAt };

export function versionContract(adapter: string, open: OpenStore): void {
  describe(`Versions contract, ${adapter}`, () => {
    it('starts at version 1, and increments it once for each transaction that changes the resource', async () => {
      const store = open();
      for (const [name, kind] of Object.entries(kindsOf())) {
        await given(store.work, kind.given);
        expect((await kind.read(store))?.version, name).to.equal(1);
        for (const version of [2, 3]) {
          const saved = await store.work.run(async (tx) => {
            await kind.rename(tx, unique('other'), later(1));
            return kind.rename(tx, unique('other'), later(version));
          });
          expect(stampOf(saved), name).to.deep.equal({ version, updatedAt: later(version) });
          expect(stampOf(await kind.read(store)), name).to.deep.equal(stampOf(saved));
        }
      }
    });

    it('keeps the version and updatedAt if a write changes nothing', async () => {
      const store = open();
      for (const [name, kind] of Object.entries(kindsOf())) {
        await given(store.work, kind.given);
        const other = unique('other');
        const saved = await store.work.run((tx) => kind.rename(tx, other, later(1)));
        const again = await store.work.run((tx) => kind.rename(tx, other, later(2)));
        expect(stampOf(again), name).to.deep.equal({ version: 2, updatedAt: later(1) });
        expect(stampOf(await kind.read(store)), name).to.deep.equal(stampOf(saved));
      }
    });

    it('keeps the version if a transaction fails', async () => {
      const store = open();
      for (const [name, kind] of Object.entries(kindsOf())) {
        await given(store.work, kind.given);
        const failed = store.work.run(async (tx) => {
          await kind.rename(tx, unique('other'), later(1));
          await tx.tags.add(aTag({ name: unique('taken') }));
          throw new Error('The work failed.');
        });
        expect(await failed.catch((error: unknown) => error), name).to.be.instanceOf(Error);
        expect((await kind.read(store))?.version, name).to.equal(1);
      }
    });

    it('does not increment the version of a user when the password changes', async () => {
      const { work, users } = open();
      const user = aUser();
      await given(work, { users: [user] });
      await work.run(async (tx) => {
        await tx.users.setPassword(user.id, 'another hash');
        await tx.users.resetPassword(user.id, 'a third hash');
      });
      expect((await users.find(user.id))?.version).to.equal(1);
      await work.run(async (tx) => {
        await tx.users.setPassword(user.id, 'a fourth hash');
        await tx.users.save({ ...user, nickName: 'Ada' });
      });
      expect((await users.find(user.id))?.version).to.equal(2);
    });

    it('increments the version of a user when the roles change, once for each transaction', async () => {
      const { work, users } = open();
      const [user, a, b] = [aUser(), aRole(), aRole()];
      await given(work, { users: [user], roles: [a, b], userRoles: [[user.id, [a.id]]] });
      expect((await users.find(user.id))?.version).to.equal(1);
      const set = async (before: readonly (typeof a.id)[], after: readonly (typeof a.id)[]) => {
        await work.run((tx) => tx.users.setRoles(user.id, { before, after }));
        return (await users.find(user.id))?.version;
      };
      expect(await set([a.id], [a.id])).to.equal(1);
      expect(await set([a.id], [b.id])).to.equal(2);
      await work.run(async (tx) => {
        await tx.users.save({ ...user, nickName: 'Ada' });
        await tx.users.setRoles(user.id, { before: [b.id], after: [] });
      });
      expect((await users.find(user.id))?.version).to.equal(3);
    });

    it('increments the version when the permissions or menus of a role or the tags of a content change', async () => {
      const { work, roles, contents } = open();
      const [role, content, permission, menu, tag] = [aRole(), aContent(), aPermission(), aMenu(), aTag()];
      await given(work, { roles: [role], contents: [content], permissions: [permission], menus: [menu], tags: [tag] });
      const add = { before: [] };
      await work.run((tx) => tx.roles.setPermissions(role.id, { ...add, after: [permission.id] }));
      expect((await roles.find(role.id))?.version).to.equal(2);
      await work.run((tx) => tx.roles.setMenus(role.id, { ...add, after: [menu.id] }));
      expect((await roles.find(role.id))?.version).to.equal(3);
      await work.run((tx) => tx.contents.setTags(content.id, { ...add, after: [tag.id] }));
      expect((await contents.find(content.id))?.version).to.equal(2);
    });

    it('increments the version, sets updatedAt, and returns how many resources changed, when a linked role, permission, menu or tag is removed', async () => {
      const { work, users, roles, contents } = open();
      const old = { updatedAt: earlier };
      const [user, role, holder, content] = [aUser(old), aRole(), aRole(old), aContent(old)];
      const [permission, menu, tag] = [aPermission(), aMenu(), aTag()];
      await given(work, {
        users: [user],
        roles: [role, holder],
        contents: [content],
        permissions: [permission],
        menus: [menu],
        tags: [tag],
        userRoles: [[user.id, [role.id]]],
        rolePermissions: [[holder.id, [permission.id]]],
        roleMenus: [[holder.id, [menu.id]]],
        contentTags: [[content.id, [tag.id]]],
      });
      expect(await work.run((tx) => tx.roles.remove(role.id))).to.equal(1);
      expect(await work.run((tx) => tx.permissions.remove(permission.id))).to.equal(1);
      expect(await work.run((tx) => tx.menus.remove(menu.id))).to.equal(1);
      expect(await work.run((tx) => tx.tags.remove(tag.id))).to.equal(1);
      const changed = [await users.find(user.id), await roles.find(holder.id), await contents.find(content.id)];
      expect(changed.map((each) => each?.version)).to.deep.equal([2, 3, 2]);
      for (const each of changed) expect(each?.updatedAt).to.be.greaterThan(earlier);
    });

    it('increments the version of a content, and sets updatedAt, when its author is removed', async () => {
      const { work, contents } = open();
      const author = aUser();
      const ofAuthor = { authorId: author.id, updatedAt: earlier };
      const [content, other] = [aContent(ofAuthor), aContent(ofAuthor)];
      await given(work, { users: [author], contents: [content, other] });
      expect(await work.run((tx) => tx.users.remove(author.id))).to.equal(2);
      const changed = await contents.find(content.id);
      expect(changed).to.deep.include({ authorId: null, version: 2 });
      expect(changed?.updatedAt).to.be.greaterThan(earlier);
    });

    it('never sets updatedAt to an earlier time when a linked resource is removed', async () => {
      const { work, users } = open();
      const role = aRole();
      const user = aUser({ updatedAt: new Date(Date.UTC(2999, 0, 1)) });
      await given(work, { users: [user], roles: [role], userRoles: [[user.id, [role.id]]] });
      await work.run((tx) => tx.roles.remove(role.id));
      expect(await users.find(user.id)).to.deep.include({ version: 2, updatedAt: user.updatedAt });
    });

    it('does not increment the version of a resource when links to it are added', async () => {
      const { work, tags, roles } = open();
      const [tag, role] = [aTag(), aRole()];
      await given(work, { tags: [tag], roles: [role] });
      const [content, user] = [aContent({ status: 'PUBLISHED' }), aUser()];
      await given(work, {
        contents: [content],
        users: [user],
        contentTags: [[content.id, [tag.id]]],
        userRoles: [[user.id, [role.id]]],
      });
      expect(await tags.find(tag.id)).to.deep.include({ contentCount: 1, version: 1 });
      expect((await roles.find(role.id))?.version).to.equal(1);
    });

    it('lets only one of several concurrent changes with the same expected version succeed', async () => {
      const { work, roles } = open();
      const role = aRole();
      await given(work, { roles: [role] });
      const actor = anActor();
      const deps = { work, clock: { now: () => later(1) }, ids: { next: anId } };
      const names = Array.from({ length: 8 }, () => unique('raced'));
      const rename = (name: string) => updateRole(deps)({ actor, id: role.id, change: { name }, ifMatch: [1] });
      const settled = await Promise.allSettled(names.map(rename));
      const won = names.filter((_name, index) => settled[index]?.status === 'fulfilled');
      const lost = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      const details = { current: 2, updatedAt: later(1), updatedBy: actor.id, changedFields: ['name'] };
      expect(lost.map((refused) => [refused.refusal, refused.details])).to.deep.equal(
        Array.from({ length: 7 }, () => ['version-changed', details]),
      );
      expect(await roles.find(role.id)).to.deep.include({ version: 2, name: won[0] });
    });

    it('keeps the version if a write is refused', async () => {
      const { work, roles } = open();
      const [role, other] = [aRole(), aRole()];
      await given(work, { roles: [role, other] });
      const refused = work.run((tx) => tx.roles.save({ ...role, name: other.name }));
      expect((await refusalOf(refused)).refusal).to.equal('role-name-taken');
      expect((await roles.find(role.id))?.version).to.equal(1);
      expect(await roles.find(anId())).to.equal(undefined);
    });
  });
}

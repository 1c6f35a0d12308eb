import { importAccessControl } from '@portcullis/application/internal/access/import-access-control';
import { createCategory, deleteCategory, updateCategory } from '@portcullis/application/internal/categories/categories';
import { deleteMenu, moveMenu } from '@portcullis/application/internal/menus/menus';
import { deletePermission } from '@portcullis/application/internal/permissions/permissions';
import { deleteRole, setRoleMenus, setRolePermissions } from '@portcullis/application/internal/roles/roles';
import { setUserRoles } from '@portcullis/application/internal/roles/set-user-roles';
import { ensureAdministrator } from '@portcullis/application/internal/setup/ensure-administrator';
import { createTags, deleteTag } from '@portcullis/application/internal/tags/tags';
import {
  aCategory,
  aContent,
  aMenu,
  anActor,
  anId,
  aPermission,
  aRole,
  aTag,
  aUser,
  given,
  InMemoryWorld,
  unique,
} from '@portcullis/testing';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { CategoryId, MenuId, UserId } from '@portcullis/domain/internal/shared/ids';
import { menuDefaults } from '@portcullis/domain/internal/menus/menu';
import { expect } from 'chai';
import { freshDatabase, describeOnServer, serverUrl } from './support/databases.ts';
import { storeOn } from './support/store.ts';

/** Tests use cases that run concurrently on several connections to PostgreSQL. */
describeOnServer('Concurrent use cases on PostgreSQL', () => {
  const database = freshDatabase(serverUrl);
  const { clock, hasher } = new InMemoryWorld();
  const dependencies = () => ({ work: storeOn(database()).work, clock, hasher, ids: { next: anId } });
  const rounds = 25;

  /** Expects that exactly one of the attempts was refused, and returns the reason. */
  async function loser(attempts: readonly Promise<unknown>[]): Promise<string> {
    const settled = await Promise.allSettled(attempts);
    const lost = settled.filter((result) => result.status === 'rejected').map(({ reason }): unknown => reason);
    expect(lost).to.have.length(1);
    return lost[0] instanceof BusinessError ? lost[0].refusal : String(lost[0]);
  }

  const draft = (parentId: CategoryId) => ({ parentId, name: unique('raced'), description: null, order: 0 });

  it('create only one first administrator if several processes start', async () => {
    const account = { username: 'admin', email: 'admin@example.com', password: 'first-administrator' };
    const starts = [1, 2, 3, 4].map(() => ensureAdministrator(dependencies())({ actor: anActor(), ...account }));
    expect((await Promise.all(starts)).filter((made) => made)).to.have.length(1);
  });

  it('keep one administrator if all administrators resign concurrently', async () => {
    const { users } = storeOn(database());
    const fellows = [aUser(), aUser(), aUser()];
    await given(dependencies().work, {
      users: fellows,
      userRoles: fellows.map(({ id }) => [id, [administratorRole.id]]),
    });
    const administrators = () => users.list({ page: 1, pageSize: 100, roleCode: administratorRole.code });
    const resign = (userId: UserId) =>
      setUserRoles(dependencies())({ actor: anActor({ id: userId }), userId, roleIds: [] });
    expect(await loser((await administrators()).items.map(({ id }) => resign(id)))).to.equal('last-administrator');
    expect((await administrators()).total).to.equal(1);
  });

  it('give an advisory lock to only one transaction at a time', async () => {
    const { work } = dependencies();
    const claim = () => work.run((tx) => tx.tryAdvisoryLock('sweep the floor'));
    const [during, other] = await work.run(async (tx) => {
      expect(await tx.tryAdvisoryLock('sweep the floor')).to.equal(true);
      return [await claim(), await work.run((second) => second.tryAdvisoryLock('wash the dishes'))];
    });
    expect([during, other, await claim()]).to.deep.equal([false, true, true]);
  });

  it('run concurrent imports of access control one after another', async () => {
    const name = unique('raced');
    const code = name.toUpperCase().replace('-', '_');
    const menu = { ...menuDefaults, routeName: name, routePath: `/${name}`, menuType: 2, parent: null } as const;
    const role = {
      code,
      name,
      description: null,
      status: 1,
      requiresFactor: false,
      permissions: [],
      menus: [name],
    } as const;
    const document = { version: 1, permissions: [], menus: [menu], roles: [role] } as const;
    const attempts = [1, 2, 3].map(() => importAccessControl(dependencies())({ actor: anActor(), document }));
    const added = (await Promise.all(attempts)).map(({ menus, roles }) => menus.length + roles.length);
    expect(added.toSorted((a, b) => a - b)).to.deep.equal([0, 0, 2]);
  });

  it('create each tag only once if concurrent batches contain the same tags in any order', async () => {
    const names = Array.from({ length: 6 }, () => unique('raced'));
    const batches = [names, names.toReversed(), names].map((batch) =>
      createTags(dependencies())({ actor: anActor(), names: batch }),
    );
    const [one, two, three] = await Promise.all(batches);
    expect(two?.toReversed()).to.deep.equal(one);
    expect(three).to.deep.equal(one);
  });

  it('refuse either the removal of a category or the creation of a category below it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const parent = aCategory();
      await given(dependencies().work, { categories: [parent] });
      const creation = createCategory(dependencies())({ actor: anActor(), ...draft(parent.id) });
      const removal = deleteCategory(dependencies())({ actor: anActor(), id: parent.id });
      const refused = await loser([creation, removal]);
      const created = await creation.catch(() => undefined);
      expect(refused).to.equal(created === undefined ? 'unknown-parent-category' : 'category-in-use');
    }
  });

  it('refuse either the removal of a category or the move of another category below it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [parent, moved] = [aCategory(), aCategory()];
      await given(dependencies().work, { categories: [parent, moved] });
      const move = updateCategory(dependencies())({ actor: anActor(), id: moved.id, change: { parentId: parent.id } });
      const removal = deleteCategory(dependencies())({ actor: anActor(), id: parent.id });
      const refused = await loser([move, removal]);
      const done = await move.catch(() => undefined);
      expect(refused).to.equal(done === undefined ? 'unknown-parent-category' : 'category-in-use');
    }
  });

  it('refuse one of two moves that would form a cycle of categories', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, two] = [aCategory(), aCategory()];
      await given(dependencies().work, { categories: [one, two] });
      const move = (id: CategoryId, parentId: CategoryId) =>
        updateCategory(dependencies())({ actor: anActor(), id, change: { parentId } });
      expect(await loser([move(one.id, two.id), move(two.id, one.id)])).to.equal('category-cycle');
    }
  });

  it('refuse one of two moves that would form a cycle of menus', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, two] = [aMenu(), aMenu()];
      await given(dependencies().work, { menus: [one, two] });
      const move = (id: MenuId, parentId: MenuId) => moveMenu(dependencies())({ actor: anActor(), id, parentId });
      expect(await loser([move(one.id, two.id), move(two.id, one.id)])).to.equal('menu-cycle');
    }
  });

  it('refuse either the removal of a menu or the move of another menu below it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [parent, moved] = [aMenu(), aMenu()];
      await given(dependencies().work, { menus: [parent, moved] });
      const move = moveMenu(dependencies())({ actor: anActor(), id: moved.id, parentId: parent.id });
      const removal = deleteMenu(dependencies())({ actor: anActor(), id: parent.id });
      const refused = await loser([move, removal]);
      const done = await move.catch(() => undefined);
      expect(refused).to.be.oneOf(
        done === undefined ? ['unknown-parent-menu', 'menu-has-children'] : ['menu-has-children'],
      );
    }
  });

  it('remove roles, permissions, menus and tags while they are linked, without a deadlock', async () => {
    const { work } = dependencies();
    for (let round = 0; round < rounds; round += 1) {
      const [users, roles] = [
        [aUser(), aUser()],
        [aRole(), aRole()],
      ] as const;
      const [permission, menu, tag, content] = [aPermission(), aMenu(), aTag(), aContent()];
      const roleIds = roles.map(({ id }) => id);
      await given(work, { users, roles, permissions: [permission], menus: [menu], tags: [tag], contents: [content] });
      await given(work, { userRoles: users.map(({ id }) => [id, [roles[0].id]]) });
      const actor = anActor();
      const attempts = [
        ...users.map(({ id }) => setUserRoles(dependencies())({ actor, userId: id, roleIds })),
        ...roles.map(({ id }) => deleteRole(dependencies())({ actor, id })),
        ...roleIds.map((roleId) =>
          setRolePermissions(dependencies())({ actor, roleId, permissionIds: [permission.id] }),
        ),
        ...roleIds.map((roleId) => setRoleMenus(dependencies())({ actor, roleId, menuIds: [menu.id] })),
        work.run(async (tx) => {
          await tx.tags.existingIds([tag.id]);
          await tx.contents.lock(content.id);
          await tx.contents.setTags(content.id, { before: [], after: [tag.id] });
        }),
        deletePermission(dependencies())({ actor, id: permission.id }),
        deleteMenu(dependencies())({ actor, id: menu.id }),
        deleteTag(dependencies())({ actor, id: tag.id }),
      ];
      for (const result of await Promise.allSettled(attempts)) {
        if (result.status === 'rejected') expect(String(result.reason)).to.not.match(/deadlock/);
        if (result.status === 'rejected') expect(String(result.reason.cause)).to.not.match(/deadlock/);
      }
    }
  });

  it('move menus while access control is imported, without a deadlock', async () => {
    const menus = [aMenu(), aMenu()];
    await given(dependencies().work, { menus });
    const entries = (round: number) =>
      menus.map(({ id: _id, parentId: _parent, createdAt: _created, updatedAt: _updated, ...menu }) => ({
        ...menu,
        order: round,
        parent: null,
      }));
    for (let round = 0; round < rounds; round += 1) {
      const added = {
        ...menuDefaults,
        routeName: unique('raced'),
        routePath: '/x',
        menuType: 2,
        parent: null,
      } as const;
      const below = { ...added, routeName: unique('raced'), parent: added.routeName };
      const document = { version: 1, permissions: [], menus: [...entries(round), added, below], roles: [] } as const;
      await Promise.all([
        importAccessControl(dependencies())({ actor: anActor(), document }),
        ...menus.map(({ id }) => moveMenu(dependencies())({ actor: anActor(), id, parentId: null, order: -round })),
      ]);
    }
  });
});

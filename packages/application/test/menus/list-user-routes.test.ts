import type { Menu } from '@portcullis/domain/internal/menus/menu';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { listConstantRoutes, listUserRoutes, userRoutesCache } from '../../src/menus/list-user-routes.ts';
import type { MenuViews } from '../../src/ports/menus.ts';
import { aMenu, aRole, aUser, given, InMemoryWorld } from '@portcullis/testing';

describe('listUserRoutes and listConstantRoutes', () => {
  const directory = aMenu({ menuType: 1 });
  const page = aMenu({ parentId: directory.id });
  const other = aMenu({ constant: true });
  const [role, otherRole] = [aRole(), aRole()];
  const [ada, bob, eve] = [aUser(), aUser(), aUser()];
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = new InMemoryWorld();
    await given(world, {
      menus: [directory, page, other],
      roles: [role, otherRole],
      roleMenus: [
        [role.id, [page.id]],
        [otherRole.id, [other.id]],
      ],
      users: [ada, bob, eve],
      userRoles: [
        [ada.id, [role.id]],
        [bob.id, [role.id]],
        [eve.id, [otherRole.id]],
      ],
    });
  });

  const namesOf = (routes: Awaited<ReturnType<typeof seenBy>>): readonly string[] =>
    routes.flatMap((node) => [node, ...node.children]).map(({ routeName }) => routeName);
  const seenBy = ({ id }: typeof ada, menus: MenuViews = world.menus) =>
    listUserRoutes({ menus, trees: world.trees })(id);

  /** Wraps the menu views of the world and counts the queries for all menus. Each query waits for `begun` first. */
  function countingViews(begun: () => Promise<unknown> = async () => undefined) {
    let readings = 0;
    const allWithVersion = async () => {
      readings += 1;
      await begun();
      return world.menus.allWithVersion();
    };
    return { menus: { ...world.menus, allWithVersion }, readings: () => readings };
  }

  it('returns the tree of the granted menus and the directories above them', async () => {
    const [root, ...others] = await seenBy(ada);
    expect(others).to.deep.equal([]);
    expect([root?.id, root?.children.map(({ id }) => id)]).to.deep.equal([directory.id, [page.id]]);
    expect(namesOf(await seenBy(eve))).to.deep.equal([other.routeName]);
  });

  it('returns the effect of each change of menus, links, roles and users in the next call', async () => {
    const change = (fields: Partial<Menu>) => world.run((tx) => tx.menus.save({ ...page, ...fields }));
    expect(namesOf(await seenBy(ada))).to.include(page.routeName);
    await change({ routeName: 'renamed' });
    expect(namesOf(await seenBy(ada))).to.include('renamed');
    await change({ status: 2 });
    expect(await seenBy(ada)).to.deep.equal([]);
    await change({});
    await world.run((tx) => tx.roles.setMenus(role.id, { before: [page.id], after: [other.id] }));
    expect(namesOf(await seenBy(ada))).to.deep.equal([other.routeName]);
    await world.run((tx) => tx.roles.save({ ...role, status: disabled }));
    expect(await seenBy(ada)).to.deep.equal([]);
    await world.run((tx) => tx.users.setRoles(ada.id, { before: [role.id], after: [otherRole.id] }));
    expect(namesOf(await seenBy(ada))).to.deep.equal([other.routeName]);
  });

  it('reads the menus once for sequential and concurrent calls of users with the same grants', async () => {
    const { menus, readings } = countingViews();
    const results = [
      ...(await Promise.all([ada, bob, ada].map((user) => seenBy(user, menus)))),
      await seenBy(bob, menus),
    ];
    expect([readings(), new Set(results).size]).to.deep.equal([1, 1]);
    await seenBy(eve, menus);
    expect(readings()).to.equal(2);
  });

  it('reads the menus again if the shared query failed', async () => {
    let begun = 0;
    const { menus } = countingViews(async () => {
      begun += 1;
      if (begun === 1) throw new Error('gone');
    });
    const results = await Promise.allSettled([ada, bob, ada].map((user) => seenBy(user, menus)));
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled', 'fulfilled']);
    expect(namesOf(await seenBy(ada, menus))).to.include(page.routeName);
  });

  it('does not cache a tree if a menu changes between the queries for the grants and for the menus', async () => {
    const { menus, readings } = countingViews(() =>
      world.run((tx) => tx.menus.save({ ...page, routeName: 'renamed' })),
    );
    const stale = await world.menus.grantedTo(ada.id);
    expect(namesOf(await world.trees.find(stale, menus))).to.include('renamed');
    await world.trees.find(stale, menus);
    expect(readings()).to.equal(2);
  });

  it('caches only the most recent trees', async () => {
    const { menus, readings } = countingViews();
    const trees = userRoutesCache((routes) => routes);
    for (let version = 0; version < 60; version += 1) {
      const current = await menus.allWithVersion();
      const views = { ...menus, allWithVersion: async () => ({ ...current, version: String(version) }) };
      await trees.find({ version: String(version), menuIds: page.id }, views);
    }
    const before = readings();
    await trees.find({ version: '59', menuIds: page.id }, menus);
    expect(readings()).to.equal(before);
    await trees.find({ version: '0', menuIds: page.id }, menus);
    expect(readings()).to.equal(before + 1);
  });

  it('caches the result of the given function, such as the JSON of a tree', async () => {
    const trees = userRoutesCache((routes) => JSON.stringify(routes));
    const list = listUserRoutes({ menus: world.menus, trees });
    expect(await list(ada.id)).to.equal(JSON.stringify(await seenBy(ada)));
  });

  it('listConstantRoutes returns the enabled constant menus', async () => {
    expect(namesOf(await listConstantRoutes(world)())).to.deep.equal([other.routeName]);
    await world.run((tx) => tx.menus.save({ ...other, status: 2 }));
    expect(await listConstantRoutes(world)()).to.deep.equal([]);
  });
});

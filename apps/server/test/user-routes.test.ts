import { builtInMenus } from '@portcullis/domain/internal/built-in';
import type { RouteNode } from '@portcullis/domain/internal/menus/menu-tree';
import type { TreeOf } from '@portcullis/domain/internal/shared/tree';
import { expect } from 'chai';
import { aMenu, aRole, expectSuccess } from './support/builders.ts';
import { aUserWithRoles, aPerson, sharedService, unique, type Service } from './support/service.ts';

type Tree = readonly TreeOf<RouteNode>[];

/** A tree as nested ids, `[id, [children]]`. */
type Ids = readonly (readonly [string, Ids])[];
const idsOf = (tree: Tree): Ids => tree.map(({ id, children }) => [id, idsOf(children)]);

/** Returns the menu tree of a new user who has one role for each of these sets of menus. */
async function treeFor(service: Service, ...grants: readonly (readonly { readonly id: string }[])[]): Promise<Tree> {
  const roles = [];
  for (const menus of grants) roles.push(await aRole(service.admin, { menuIds: menus.map(({ id }) => id) }));
  const { api } = await aUserWithRoles(service, ...roles);
  return expectSuccess(api.get<Tree>('/menus/user-routes'));
}

describe('GET /menus/user-routes', () => {
  it('§4.5: returns all fields of a node that a router needs', async () => {
    const service = await sharedService();
    const menu = await aMenu(service.admin, {
      component: 'view.x',
      iconType: 2,
      localIcon: 'x',
      query: [{ key: 'a' }],
    });
    const { parentId: _p, status: _s, version: _v, createdAt: _c, updatedAt: _u, ...node } = menu;
    expect(await treeFor(service, [menu])).to.deep.equal([{ ...node, children: [] }]);
  });

  it('shows each menu of several roles once, sorted by order, then by name', async () => {
    const service = await sharedService();
    const { admin } = service;
    const directory = await aMenu(admin, { menuType: 1, order: 1 });
    const within = { parentId: directory.id, order: 5 };
    const prefix = unique('name-');
    const b = await aMenu(admin, { ...within, routeName: `${prefix}-b` });
    const a = await aMenu(admin, { ...within, routeName: `${prefix}-a` });
    const first = await aMenu(admin, { ...within, order: 4, routeName: `${prefix}-z` });
    const before = await aMenu(admin, { order: 0 });
    const tree = await treeFor(service, [b, before, directory], [first, a, b], []);
    const children: Ids = [first, a, b].map(({ id }) => [id, []]);
    expect(idsOf(tree)).to.deep.equal([
      [before.id, []],
      [directory.id, children],
    ]);
  });

  it('includes the directory of a granted page, but not its parent page', async () => {
    const service = await sharedService();
    const { admin } = service;
    const directory = await aMenu(admin, { menuType: 1 });
    const middle = await aMenu(admin, { parentId: directory.id });
    const page = await aMenu(admin, { parentId: middle.id });
    expect(idsOf(await treeFor(service, [page]))).to.deep.equal([[directory.id, [[page.id, []]]]]);
  });

  it('hides a disabled menu with its descendants, and shows them again once it is enabled', async () => {
    const service = await sharedService();
    const { admin } = service;
    const directory = await aMenu(admin, { menuType: 1 });
    const page = await aMenu(admin, { parentId: directory.id });
    const below = await aMenu(admin, { parentId: page.id });
    const { api } = await aUserWithRoles(service, await aRole(admin, { menuIds: [page.id, below.id] }));
    const seen = async () => idsOf(await expectSuccess(api.get<Tree>('/menus/user-routes')));
    const whole: Ids = [[directory.id, [[page.id, [[below.id, []]]]]]];
    expect(await seen()).to.deep.equal(whole);
    for (const status of [0, 2]) {
      await expectSuccess(admin.patch(`/menus/${page.id}`, { status }));
      expect(await seen()).to.deep.equal([]);
      await expectSuccess(admin.patch(`/menus/${page.id}`, { status: 1 }));
      await expectSuccess(admin.patch(`/menus/${directory.id}`, { status }));
      expect(await seen()).to.deep.equal([]);
      await expectSuccess(admin.patch(`/menus/${directory.id}`, { status: 1 }));
    }
    expect(await seen()).to.deep.equal(whole);
  });

  it('includes a granted directory that is empty', async () => {
    const service = await sharedService();
    const directory = await aMenu(service.admin, { menuType: 1 });
    expect(idsOf(await treeFor(service, [directory]))).to.deep.equal([[directory.id, []]]);
  });

  it('returns an empty array to a user without menus', async () => {
    expect(await treeFor(await sharedService())).to.deep.equal([]);
  });

  it('shows each built-in role its system menus', async () => {
    const service = await sharedService();
    for (const role of ['ADMIN', 'MODERATOR', 'USER']) {
      const { api } = await aPerson(service, [role]);
      const tree = await expectSuccess(api.get<Tree>('/menus/user-routes'));
      const names = tree.flatMap((node) => [node, ...node.children]).map(({ routeName }) => routeName);
      const expected = builtInMenus.filter(({ roles }) => roles.includes(role)).map(({ routeName }) => routeName);
      expect(names).to.have.members(expected);
    }
  });
});

describe('GET /menus/constant-routes', () => {
  it('shows enabled constant menus to anyone, as a tree, even with an invalid token', async () => {
    const { api, admin } = await sharedService();
    const parent = await aMenu(admin, { constant: true, hideInMenu: true });
    const child = await aMenu(admin, { constant: true, parentId: parent.id });
    const disabled = await aMenu(admin, { constant: true, status: 2 });
    const ordinary = await aMenu(admin);
    for (const caller of [api, admin, api.as('stale')]) {
      const tree = idsOf(await expectSuccess(caller.get<Tree>('/menus/constant-routes')));
      expect(tree).to.deep.include([parent.id, [[child.id, []]]]);
      const ids = tree.map(([id]) => id);
      expect(ids).not.to.include(disabled.id).and.not.include(ordinary.id).and.not.include(child.id);
    }
  });
});

describe('GET /menus/route-exists', () => {
  it('returns whether any menu has exactly this route name', async () => {
    const service = await sharedService();
    const { api } = await aUserWithRoles(service);
    const { routeName } = await aMenu(service.admin);
    const exists = async (name: string) => (await api.get(`/menus/route-exists?routeName=${name}`)).data;
    expect(await exists(routeName)).to.equal(true);
    expect(await exists(`${routeName}x`)).to.equal(false);
    expect(await exists(routeName.slice(0, -1))).to.equal(false);
  });
});

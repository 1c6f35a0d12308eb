import type { Menu, RouteQuery } from '@portcullis/domain/internal/menus/menu';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import { aMenu, anId, aRole, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { oneAfterTheOther, completionOrder, type OpenStore } from './store.ts';

export function menuContract(adapter: string, open: OpenStore): void {
  const idsOf = (menus: readonly Menu[]) => menus.map(({ id }) => id);

  describe(`Menus contract, ${adapter}`, () => {
    it('stores every field unchanged, including both icons and any JSON query', async () => {
      const queries: (RouteQuery | null)[] = [{ a: 1, b: [null] }, [{ key: 'k', value: 'v' }], [], {}, null];
      for (const query of queries) {
        const menu = aMenu({
          query,
          icon: 'mdi:home',
          localIcon: 'home',
          iconType: 2,
          iconFontSize: 20,
          fixedIndexInTab: 0,
          status: 2,
          order: -1,
          constant: true,
        });
        await given(open().work, { menus: [menu] });
        expect(await open().menus.find(menu.id)).to.deep.equal(menu);
        expect(await open().work.run((tx) => tx.menus.lock(menu.id))).to.deep.equal(menu);
        await open().work.run((tx) => tx.menus.save(menu));
        expect(await open().menus.find(menu.id)).to.deep.equal(menu);
      }
    });

    it('refuses to remove a menu that has children, which hasChildren reports', async () => {
      const { work } = open();
      const parent = aMenu({ menuType: 1 });
      const child = aMenu({ parentId: parent.id });
      await given(work, { menus: [parent, child] });
      const has = (menu: Menu) => work.run((tx) => tx.menus.hasChildren(menu.id));
      expect(await has(parent)).to.equal(true);
      expect(await has(child)).to.equal(false);
      const removal = work.run((tx) => tx.menus.remove(parent.id));
      expect((await refusalOf(removal)).refusal).to.equal('menu-has-children');
      await work.run((tx) => tx.menus.remove(child.id));
      await work.run((tx) => tx.menus.remove(parent.id));
      expect(await open().menus.find(parent.id)).to.equal(undefined);
    });

    it('lockPath returns the places of a menu and its ancestors, and lockTree those of all menus', async () => {
      const { work } = open();
      const root = aMenu({ menuType: 1 });
      const child = aMenu({ parentId: root.id });
      const grandchild = aMenu({ parentId: child.id });
      await given(work, { menus: [root, child, grandchild] });
      const places = [root, child, grandchild].map(({ id, parentId }) => ({ id, parentId }));
      const path = (id: Menu['id']) => work.run((tx) => tx.menus.lockPath(id));
      expect(await path(grandchild.id)).to.have.deep.members(places);
      expect(await path(root.id)).to.deep.equal(places.slice(0, 1));
      expect(await path(anId())).to.deep.equal([]);
      expect(await work.run((tx) => tx.menus.lockTree())).to.deep.include.members(places);
    });

    it('returns the children of a menu, and renumbers only those whose number changes', async () => {
      const { work, menus } = open();
      const parent = aMenu({ menuType: 1 });
      const children = [4, 5, 6].map((order) => aMenu({ parentId: parent.id, order }));
      await given(work, { menus: [parent, ...children] });
      const sorted = children.map(({ id, order, routeName }) => ({ id, order, routeName }));
      const found = await work.run((tx) => tx.menus.childrenOf(parent.id));
      expect(found.map(({ id, order, routeName }) => ({ id, order, routeName }))).to.have.deep.members(sorted);
      const roots = await work.run((tx) => tx.menus.childrenOf(null));
      expect(roots.map(({ id }) => id)).to.include(parent.id);
      const at = new Date(Date.UTC(2030, 0, 1));
      const orders = children.map(({ id }, index) => ({ id, order: [4, 8, 9][index] ?? 0 }));
      await work.run((tx) => tx.menus.renumber(orders, at));
      const after = await Promise.all(children.map(({ id }) => menus.find(id)));
      expect(after.map((menu) => [menu?.order, menu?.version])).to.deep.equal([
        [4, 1],
        [8, 2],
        [9, 2],
      ]);
      expect(after.map((menu) => menu?.updatedAt.getTime() === at.getTime())).to.deep.equal([false, true, true]);
      await work.run((tx) => tx.menus.renumber([], at));
    });

    it('makes lockTree and each other lock on menus wait for each other, whichever is first', async () => {
      const { work } = open();
      const menu = aMenu();
      await given(work, { menus: [menu] });
      const locks = [
        (tx: StoreTransaction) => tx.menus.lockTree(),
        (tx: StoreTransaction) => tx.menus.lockPath(menu.id),
        (tx: StoreTransaction) => tx.accessControl.lockAll(),
      ];
      for (const lock of locks) {
        expect(await completionOrder(work, (tx) => tx.menus.lockTree(), lock)).to.deep.equal(oneAfterTheOther);
        expect(await completionOrder(work, lock, (tx) => tx.menus.lockTree())).to.deep.equal(oneAfterTheOther);
      }
    });

    it('existingIds returns the ids that exist, and prevents their removal until the transaction ends', async () => {
      const { work } = open();
      const menu = aMenu();
      await given(work, { menus: [menu] });
      expect(await work.run((tx) => tx.menus.existingIds([menu.id, anId()]))).to.deep.equal(new Set([menu.id]));
      const ends = await completionOrder(
        work,
        (tx) => tx.menus.existingIds([menu.id]),
        (tx) => tx.menus.remove(menu.id),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
    });

    it('returns all menus, or those that match each filter', async () => {
      const { work, menus } = open();
      const parent = aMenu({ menuType: 1, status: 0 });
      const child = aMenu({ parentId: parent.id, constant: true });
      const other = aMenu({ status: 2 });
      await given(work, { menus: [parent, child, other] });
      const made = new Set(idsOf([parent, child, other]));
      const found = async (...filters: Parameters<typeof menus.all>) =>
        idsOf(await menus.all(...filters)).filter((id) => made.has(id));
      expect(await found({})).to.have.members([...made]);
      expect(await found({ status: 0 })).to.deep.equal([parent.id]);
      expect(await found({ menuType: 1 })).to.deep.equal([parent.id]);
      expect(await found({ parentId: parent.id })).to.deep.equal([child.id]);
      expect(await found({ constant: true })).to.deep.equal([child.id]);
      expect(await found({ constant: false, status: 2 })).to.deep.equal([other.id]);
    });

    it('lists menus by order, then by route name, unless a sort field is given', async () => {
      const { work, menus } = open();
      const parent = aMenu({ menuType: 1 });
      const below = (order: number, end: string) =>
        aMenu({ parentId: parent.id, order, routeName: `${parent.routeName}${end}` });
      const made = [below(2, 'a'), below(1, '_c'), below(1, '-b'), below(1, 'B')];
      await given(work, { menus: [parent, ...made] });
      const { items } = await menus.list({ page: 1, pageSize: 10, parentId: parent.id });
      const ends = items.map(({ routeName }) => routeName.slice(parent.routeName.length));
      expect(ends).to.deep.equal(['-b', 'B', '_c', 'a']);
    });

    it('routeExists returns whether a route name is in use', async () => {
      const { work, menus } = open();
      const menu = aMenu();
      await given(work, { menus: [menu] });
      expect(await menus.routeExists(menu.routeName)).to.equal(true);
      expect(await menus.routeExists(unique('no-route'))).to.equal(false);
    });

    it('returns the ids of the menus granted through all enabled roles, without duplicates', async () => {
      const { work, menus } = open();
      const made = [aMenu(), aMenu({ status: 0 }), aMenu(), aMenu()];
      const [both, one, lost, none] = idsOf(made);
      const [a, b, dead] = [aRole(), aRole(), aRole({ status: disabled })];
      const [user, stranger] = [aUser(), aUser()];
      const link = (...ids: (typeof both)[]) => ids.filter((id) => id !== undefined);
      await given(work, {
        menus: made,
        roles: [a, b, dead],
        roleMenus: [
          [a.id, link(both, one)],
          [b.id, link(both)],
          [dead.id, link(lost)],
        ],
        users: [user, stranger],
        userRoles: [[user.id, [a.id, b.id, dead.id]]],
      });
      const all = (await menus.allWithVersion()).menus;
      expect((await menus.grantedTo(user.id)).menuIds).to.equal(link(both, one).toSorted().join(','));
      expect(idsOf(all)).to.include.members([both, one, lost, none]);
      expect(all.find(({ id }) => id === both)).to.deep.equal(made[0]);
      expect((await menus.grantedTo(stranger.id)).menuIds).to.equal('');
    });

    it('returns the current grants after each change of menus, links and roles', async () => {
      const { work, menus } = open();
      const [menu, later, role, user] = [aMenu({ menuName: 'before' }), aMenu(), aRole(), aUser()];
      await given(work, {
        menus: [menu],
        roles: [role],
        roleMenus: [[role.id, [menu.id]]],
        users: [user],
        userRoles: [[user.id, [role.id]]],
      });
      const versions: string[] = [];
      const seen = async () => {
        const { version, menuIds } = await menus.grantedTo(user.id);
        const current = await menus.allWithVersion();
        expect(current.version).to.equal(version);
        versions.push(version);
        return current.menus.filter(({ id }) => menuIds.split(',').includes(id)).map(({ menuName }) => menuName);
      };
      expect(await seen()).to.deep.equal(['before']);
      await work.run((tx) => tx.menus.save({ ...menu, menuName: 'after' }));
      expect(await seen()).to.deep.equal(['after']);
      await work.run((tx) => tx.menus.add(later));
      await work.run((tx) => tx.roles.setMenus(role.id, { before: [menu.id], after: [later.id] }));
      expect(await seen()).to.deep.equal([later.menuName]);
      await work.run((tx) => tx.roles.save({ ...role, status: disabled }));
      expect(await seen()).to.deep.equal([]);
      await work.run((tx) => tx.roles.save(role));
      expect(await seen()).to.deep.equal([later.menuName]);
      await work.run((tx) => tx.menus.remove(later.id));
      expect(await seen()).to.deep.equal([]);
      const [changed, added, , , removed] = versions.slice(1);
      expect(changed).not.to.equal(versions[0]);
      expect(added).not.to.equal(changed);
      expect(removed).not.to.equal(added);
    });

    it('removes the links to roles together with a menu', async () => {
      const { work, roles } = open();
      const [menu, role] = [aMenu(), aRole()];
      await given(work, { menus: [menu], roles: [role], roleMenus: [[role.id, [menu.id]]] });
      await work.run((tx) => tx.menus.remove(menu.id));
      expect(await roles.menusOf(role.id)).to.deep.equal([]);
    });
  });
}

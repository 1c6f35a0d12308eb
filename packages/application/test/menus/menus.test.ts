import type { MenuId } from '@portcullis/domain/internal/shared/ids';
import { menuDefaults, type MenuFields } from '@portcullis/domain/internal/menus/menu';
import { expect } from 'chai';
import { createMenu, deleteMenu, moveMenu, updateMenu, type CreateMenuInput } from '../../src/menus/menus.ts';
import { aMenu, anId, aRole, given, InMemoryWorld, refusalOf, anActor } from '@portcullis/testing';

describe('Menus', () => {
  const required = { routeName: 'reports', routePath: '/reports', menuType: 2, parentId: null } as const;
  const folder = aMenu({ menuType: 1 });
  const page = aMenu({ parentId: folder.id });
  let world: InMemoryWorld;
  const create = (input: Partial<CreateMenuInput> = {}) =>
    createMenu(world)({ actor: anActor(), ...required, ...input });
  const update = (id: MenuId, change: Partial<MenuFields>) => updateMenu(world)({ actor: anActor(), id, change });
  const move = (id: MenuId, parentId: MenuId | null, order?: number) =>
    moveMenu(world)({ actor: anActor(), id, parentId, order });
  const remove = (id: MenuId) => deleteMenu(world)({ actor: anActor(), id });

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { menus: [folder, page] });
  });

  describe('createMenu', () => {
    it('adds a menu with default values for the fields that are not given', async () => {
      const menu = await create();
      const at = world.clock.now();
      expect(menu).to.deep.equal({
        ...menuDefaults,
        ...required,
        id: menu.id,
        version: 1,
        createdAt: at,
        updatedAt: at,
      });
      expect(await world.menus.find(menu.id)).to.deep.equal(menu);
    });

    it('stores all given fields, including an icon that iconType does not select', async () => {
      const fields = {
        iconType: 2,
        icon: 'mdi:home',
        localIcon: 'home',
        order: 7,
        query: [{ key: 'a', value: '1' }],
      } as const;
      const menu = await create({ ...fields, parentId: folder.id });
      expect(await world.menus.find(menu.id)).to.deep.include({ ...fields, parentId: folder.id });
    });

    it('adds menus with the same route name, which need not be unique', async () => {
      await create();
      expect((await create()).routeName).to.equal('reports');
    });

    it('refuses a parent that does not exist, and names the field in the error', async () => {
      const { refusal, details } = await refusalOf(create({ parentId: anId() }));
      expect(refusal).to.equal('unknown-parent-menu');
      expect(details).to.have.nested.property('[0].field', 'parentId');
    });

    it('refuses a menu below the 16th level', async () => {
      let parentId = folder.id;
      for (let depth = 2; depth <= 16; depth += 1) parentId = (await create({ parentId })).id;
      expect((await refusalOf(create({ parentId }))).refusal).to.equal('menu-too-deep');
    });

    it('refuses a directory with a parent, even if the parent does not exist', async () => {
      for (const parentId of [folder.id, anId<'Menu'>()]) {
        const { refusal, details } = await refusalOf(create({ menuType: 1, parentId }));
        expect(refusal).to.equal('directory-menu-has-parent');
        expect(details).to.have.nested.property('[0].field', 'menuType');
      }
    });
  });

  describe('updateMenu', () => {
    it('§4.5 PATCH, rule 2: changes only the given fields', async () => {
      const change = { menuName: 'Page', status: 2, hideInMenu: true, query: { a: 1 }, fixedIndexInTab: 0 } as const;
      const changed = await update(page.id, change);
      expect(changed).to.deep.equal({ ...page, ...change, version: 2, updatedAt: world.clock.now() });
      expect(await world.menus.find(page.id)).to.deep.equal(changed);
    });

    it('§4.5 PATCH, rule 3: refuses to change a menu with a parent to a directory', async () => {
      const attempt = update(page.id, { menuType: 1, menuName: 'Folder' });
      expect((await refusalOf(attempt)).refusal).to.equal('directory-menu-has-parent');
      expect(await world.menus.find(page.id)).to.deep.equal(page);
    });

    it('§4.5 PATCH, rule 3: refuses any change to a directory that has a parent', async () => {
      const stray = aMenu({ menuType: 1, parentId: folder.id });
      await given(world, { menus: [stray] });
      const attempt = update(stray.id, { menuName: 'Stray' });
      expect((await refusalOf(attempt)).refusal).to.equal('directory-menu-has-parent');
      expect((await update(stray.id, { menuType: 2 })).menuType).to.equal(2);
    });

    it('changes a directory to a page, and a page at the root to a directory', async () => {
      expect((await update(folder.id, { menuType: 2 })).menuType).to.equal(2);
      expect((await update(folder.id, { menuType: 1 })).menuType).to.equal(1);
    });

    it('refuses an unknown menu', async () => {
      expect((await refusalOf(update(anId(), {}))).refusal).to.equal('menu-not-found');
    });
  });

  describe('moveMenu', () => {
    const other = aMenu({ menuType: 1, order: 3 });
    beforeEach(() => given(world, { menus: [other] }));

    it('changes the parent and the order of a menu, and nothing else', async () => {
      world.clock.advance(1);
      const moved = await move(page.id, other.id, 7);
      expect(moved).to.deep.equal({ ...page, parentId: other.id, order: 7, version: 2, updatedAt: world.clock.now() });
      expect(await world.menus.find(page.id)).to.deep.equal(moved);
      expect(await world.menus.find(other.id)).to.deep.equal(other);
    });

    it('moves a menu to the root, and keeps its order if none is given', async () => {
      await move(page.id, other.id, 7);
      expect(await move(page.id, null)).to.include({ parentId: null, order: 7 });
      expect((await update(page.id, { menuType: 1 })).menuType).to.equal(1);
    });

    it('moves a menu together with its descendants', async () => {
      const below = await create({ parentId: page.id });
      await move(page.id, other.id);
      expect((await world.menus.find(below.id))?.parentId).to.equal(page.id);
    });

    it('refuses to move a directory below another menu, and changes nothing', async () => {
      const { refusal, details } = await refusalOf(move(folder.id, other.id, 9));
      expect(refusal).to.equal('directory-menu-has-parent');
      expect(details).to.have.nested.property('[0].field', 'menuType');
      expect(await world.menus.find(folder.id)).to.deep.equal(folder);
      expect(await move(folder.id, null, 9)).to.include({ parentId: null, order: 9 });
    });

    it('refuses to move a menu below itself or its descendants', async () => {
      const below = await create({ parentId: page.id });
      const lowest = await create({ parentId: below.id });
      for (const parentId of [page.id, below.id, lowest.id])
        expect((await refusalOf(move(page.id, parentId))).refusal).to.equal('menu-cycle');
      expect((await world.menus.find(page.id))?.parentId).to.equal(folder.id);
    });

    it('refuses a move after which a descendant would be too deep', async () => {
      let parentId = folder.id;
      const branch = [];
      for (let depth = 2; depth <= 16; depth += 1) branch.push((parentId = (await create({ parentId })).id));
      const [top = anId<'Menu'>(), next = anId<'Menu'>()] = branch;
      expect((await refusalOf(move(page.id, parentId))).refusal).to.equal('menu-too-deep');
      expect((await refusalOf(move(top, page.id))).refusal).to.equal('menu-too-deep');
      expect((await move(next, page.id)).parentId).to.equal(page.id);
      expect((await move(top, other.id)).parentId).to.equal(other.id);
    });

    it('refuses an unknown menu and an unknown parent, and names the field of the parent', async () => {
      expect((await refusalOf(move(anId(), folder.id))).refusal).to.equal('menu-not-found');
      const { refusal, details } = await refusalOf(move(page.id, anId()));
      expect(refusal).to.equal('unknown-parent-menu');
      expect(details).to.have.nested.property('[0].field', 'parentId');
    });
  });

  describe('deleteMenu', () => {
    it('removes a menu and its links to roles', async () => {
      const role = aRole();
      await given(world, { roles: [role], roleMenus: [[role.id, [page.id, folder.id]]] });
      await remove(page.id);
      expect(await world.menus.find(page.id)).to.equal(undefined);
      expect((await world.roles.menusOf(role.id))?.map(({ id }) => id)).to.deep.equal([folder.id]);
    });

    it('refuses to remove a menu that has children', async () => {
      const { refusal, message } = await refusalOf(remove(folder.id));
      expect([refusal, message]).to.deep.equal([
        'menu-has-children',
        'This menu has others below it. Delete those first.',
      ]);
      expect(await world.menus.find(folder.id)).to.deep.equal(folder);
    });

    it('refuses an unknown menu', async () => {
      expect((await refusalOf(remove(anId()))).refusal).to.equal('menu-not-found');
    });
  });
});

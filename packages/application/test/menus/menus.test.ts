import { menuDefaults, type MenuFields, type MenuId } from '@portcullis/domain';
import { expect } from 'chai';
import { createMenu, deleteMenu, updateMenu, type CreateMenuInput } from '../../src/index.ts';
import { aMenu, anId, aRole, given, InMemoryWorld, refusalOf } from '../../src/testing/index.ts';

describe('Menus', () => {
  const required = { routeName: 'reports', routePath: '/reports', menuType: 2, parentId: null } as const;
  const folder = aMenu({ menuType: 1 });
  const page = aMenu({ parentId: folder.id });
  let world: InMemoryWorld;
  const create = (input: Partial<CreateMenuInput> = {}) => createMenu(world)({ ...required, ...input });
  const update = (id: MenuId, change: Partial<MenuFields>) => updateMenu(world)({ id, change });
  const remove = (id: MenuId) => deleteMenu(world)(id);

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { menus: [folder, page] });
  });

  describe('createMenu', () => {
    it('adds a menu with the default of every field that is not given', async () => {
      const menu = await create();
      const at = world.clock.now();
      expect(menu).to.deep.equal({ ...menuDefaults, ...required, id: menu.id, createdAt: at, updatedAt: at });
      expect(await world.menus.find(menu.id)).to.deep.equal(menu);
    });

    it('keeps what is given, the icon that does not count among it', async () => {
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

    it('adds menus of one route name, which need not be unique', async () => {
      await create();
      expect((await create()).routeName).to.equal('reports');
    });

    it('refuses a parent that does not exist, naming the field', async () => {
      const { refusal, details } = await refusalOf(create({ parentId: anId() }));
      expect(refusal).to.equal('unknown-parent-menu');
      expect(details).to.have.nested.property('[0].field', 'parentId');
    });

    it('nests menus 16 levels deep and no deeper', async () => {
      let parentId = folder.id;
      for (let depth = 2; depth <= 16; depth += 1) parentId = (await create({ parentId })).id;
      expect((await refusalOf(create({ parentId }))).refusal).to.equal('menu-too-deep');
    });

    it('refuses a directory below another menu, whether that one exists or not', async () => {
      for (const parentId of [folder.id, anId<'Menu'>()]) {
        const { refusal, details } = await refusalOf(create({ menuType: 1, parentId }));
        expect(refusal).to.equal('directory-menu-has-parent');
        expect(details).to.have.nested.property('[0].field', 'menuType');
      }
    });
  });

  describe('updateMenu', () => {
    it('§4.5 PATCH, rule 2: changes the fields given and no others', async () => {
      const change = { menuName: 'Page', status: 2, hideInMenu: true, query: { a: 1 }, fixedIndexInTab: 0 } as const;
      const changed = await update(page.id, change);
      expect(changed).to.deep.equal({ ...page, ...change, updatedAt: world.clock.now() });
      expect(await world.menus.find(page.id)).to.deep.equal(changed);
    });

    it('§4.5 PATCH, rule 3: refuses to make a directory of a menu that has a parent', async () => {
      const attempt = update(page.id, { menuType: 1, menuName: 'Folder' });
      expect((await refusalOf(attempt)).refusal).to.equal('directory-menu-has-parent');
      expect(await world.menus.find(page.id)).to.deep.equal(page);
    });

    it('§4.5 PATCH, rule 3: refuses any change that leaves a directory below another menu', async () => {
      const stray = aMenu({ menuType: 1, parentId: folder.id });
      await given(world, { menus: [stray] });
      const attempt = update(stray.id, { menuName: 'Stray' });
      expect((await refusalOf(attempt)).refusal).to.equal('directory-menu-has-parent');
      expect((await update(stray.id, { menuType: 2 })).menuType).to.equal(2);
    });

    it('makes a page of a directory, and a directory of a page at the root', async () => {
      expect((await update(folder.id, { menuType: 2 })).menuType).to.equal(2);
      expect((await update(folder.id, { menuType: 1 })).menuType).to.equal(1);
    });

    it('refuses an unknown menu', async () => {
      expect((await refusalOf(update(anId(), {}))).refusal).to.equal('menu-not-found');
    });
  });

  describe('deleteMenu', () => {
    it('removes a menu, and takes it off every role', async () => {
      const role = aRole();
      await given(world, { roles: [role], roleMenus: [[role.id, [page.id, folder.id]]] });
      await remove(page.id);
      expect(await world.menus.find(page.id)).to.equal(undefined);
      expect((await world.roles.menusOf(role.id))?.map(({ id }) => id)).to.deep.equal([folder.id]);
    });

    it('refuses to remove a menu that has others below it', async () => {
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

import type { Page } from '@portcullis/application';
import type { MenuView } from '@portcullis/domain/internal/menus/menu';
import { expect } from 'chai';
import { aMenu, aRole, expectSuccess, type Wire } from './support/builders.ts';
import { aUserWithRoles, sharedService, unique } from './support/service.ts';

interface Node {
  readonly id: string;
  readonly order: number;
}

const unknown = '11111111-1111-4111-8111-111111111111';
const icons = { icon: 'mdi:home', localIcon: 'logo' };
const page = (fields: object = {}) => ({ routeName: unique('menu-'), routePath: '/x', menuType: 2, ...fields });

describe('POST /menus', () => {
  it('fills in the defaults', async () => {
    const { admin } = await sharedService();
    const { id, createdAt, updatedAt, routeName, ...rest } = await aMenu(admin, { routePath: '/user/:id' });
    expect(rest).to.deep.equal({
      parentId: null,
      routePath: '/user/:id',
      menuName: '',
      title: routeName,
      i18nKey: null,
      iconType: 1,
      icon: null,
      localIcon: null,
      iconFontSize: null,
      order: 0,
      menuType: 2,
      component: null,
      href: null,
      hideInMenu: false,
      activeMenu: null,
      multiTab: false,
      fixedIndexInTab: null,
      status: 1,
      keepAlive: false,
      constant: false,
      query: null,
      version: 1,
    });
    expect((await admin.get(`/menus/${id}`)).data).to.deep.equal({ id, createdAt, updatedAt, routeName, ...rest });
  });

  it('stores every field unchanged', async () => {
    const { admin } = await sharedService();
    const fields = {
      menuName: '首页',
      i18nKey: 'route.home',
      icon: 'mdi:home',
      iconFontSize: 256,
      order: -3,
      component: 'view.home',
      href: 'https://example.com',
      hideInMenu: true,
      activeMenu: 'home',
      multiTab: true,
      fixedIndexInTab: 0,
      status: 2,
      keepAlive: true,
      constant: true,
      query: [{ key: 'a', value: '1' }],
    };
    const { id } = await aMenu(admin, fields);
    expect((await admin.get(`/menus/${id}`)).data).to.deep.include({ ...fields, title: '首页' });
    const query = { deep: { list: [1, null] } };
    expect((await admin.patch(`/menus/${id}`, { query })).data).to.deep.include({ query });
  });

  for (const parentId of [null, '', 0, '0']) {
    it(`treats the parentId ${JSON.stringify(parentId)} as the root`, async () => {
      const { admin } = await sharedService();
      expect(await aMenu(admin, { parentId, menuType: 1 })).to.include({ parentId: null });
    });
  }

  it('refuses a parent that does not exist, and a directory below another menu', async () => {
    const { admin } = await sharedService();
    const { id: parentId } = await aMenu(admin, { menuType: 1 });
    expect(await admin.post('/menus', page({ parentId: unknown }))).to.include({ status: 400, code: 1005 });
    expect(await admin.post('/menus', page({ parentId, menuType: 1 }))).to.include({ status: 400, code: 1005 });
  });

  for (const iconType of [0, 3, 1.5, '1', null]) {
    it(`refuses the iconType ${JSON.stringify(iconType)}, which is not 1 or 2`, async () => {
      const { admin } = await sharedService();
      expect(await admin.post('/menus', page({ iconType }))).to.include({ status: 400, code: 1005 });
    });
  }

  it('§2.6 iconType rule 1: with iconType 1 only icon is meaningful', async () => {
    const { admin } = await sharedService();
    expect(await aMenu(admin, { iconType: 1, icon: icons.icon })).to.include({ icon: icons.icon, localIcon: null });
  });

  it('§2.6 iconType rule 2: with iconType 2 only localIcon is meaningful', async () => {
    const { admin } = await sharedService();
    expect(await aMenu(admin, { iconType: 2, localIcon: 'logo' })).to.include({ icon: null, localIcon: 'logo' });
  });

  it('§2.6 iconType rule 3: if icon and localIcon are sent, the field that does not match iconType is ignored until iconType changes', async () => {
    const { admin } = await sharedService();
    const { id } = await aMenu(admin, { iconType: 2, ...icons });
    expect((await admin.get(`/menus/${id}`)).data).to.include({ icon: null, localIcon: icons.localIcon });
    const { data } = await admin.patch(`/menus/${id}`, { iconType: 1 });
    expect(data).to.include({ icon: icons.icon, localIcon: null });
  });

  it('§2.6 iconType rule 4: every menu in a response has its iconType', async () => {
    const { admin } = await sharedService();
    const { id, routeName } = await aMenu(admin, { iconType: 2, ...icons });
    const { items } = await expectSuccess(admin.get<Page<Wire<MenuView>>>(`/menus?search=${routeName}`));
    const tree = await expectSuccess(admin.get<Wire<MenuView>[]>('/menus/tree'));
    for (const menus of [items, tree]) {
      const shown = menus.find((menu) => menu.id === id);
      expect(shown).to.include({ iconType: 2, icon: null, localIcon: 'logo' });
    }
  });
});

describe('PATCH /menus/:id', () => {
  it('§4.5 PATCH, rules 1 and 4: parentId is never updated', async () => {
    const { admin } = await sharedService();
    const [parent, other] = [await aMenu(admin, { menuType: 1 }), await aMenu(admin, { menuType: 1 })];
    const child = await aMenu(admin, { parentId: parent.id });
    for (const parentId of [other.id, unknown, null, 0, '', 'nonsense', { odd: true }]) {
      const { data } = await admin.patch(`/menus/${child.id}`, { parentId, order: 7 });
      expect(data, JSON.stringify(parentId)).to.include({ parentId: parent.id, order: 7 });
    }
    expect((await admin.patch(`/menus/${parent.id}`, { parentId: child.id })).data).to.include({ parentId: null });
  });

  it('§4.5 PATCH, rule 2: a field in the request is updated, other fields do not change', async () => {
    const { admin } = await sharedService();
    const before = await aMenu(admin, { menuName: 'Before', order: 3, ...icons, query: { a: 1 } });
    const change = { routeName: unique('new-'), routePath: '/new', hideInMenu: true, fixedIndexInTab: 1, query: null };
    const { data } = await admin.patch<Wire<MenuView>>(`/menus/${before.id}`, change);
    expect(data).to.deep.equal({ ...before, ...change, updatedAt: data.updatedAt, version: 2 });
  });

  it('§4.5 PATCH, rule 3: a page with a parent cannot become a directory; a page at the root can', async () => {
    const { admin } = await sharedService();
    const parent = await aMenu(admin);
    const child = await aMenu(admin, { parentId: parent.id });
    const response = await admin.patch(`/menus/${child.id}`, { menuType: 1, menuName: 'No' });
    expect(response).to.include({ status: 400, code: 1005 });
    expect((await admin.get(`/menus/${child.id}`)).data).to.include({ menuType: 2, menuName: '' });
    expect((await admin.patch(`/menus/${parent.id}`, { menuType: 1 })).data).to.include({ menuType: 1 });
  });

  it('returns 404 for a menu that does not exist', async () => {
    const { admin } = await sharedService();
    expect(await admin.patch(`/menus/${unknown}`, {})).to.include({ status: 404, code: 1201 });
    expect(await admin.get(`/menus/${unknown}`)).to.include({ status: 404, code: 1201 });
    expect(await admin.delete(`/menus/${unknown}`)).to.include({ status: 404, code: 1201 });
  });
});

describe('POST /menus/:id/move', () => {
  it('moves a menu with its descendants, and sets its order', async () => {
    const { admin } = await sharedService();
    const [from, to] = [await aMenu(admin, { menuType: 1 }), await aMenu(admin, { menuType: 1 })];
    const menu = await aMenu(admin, { parentId: from.id, order: 2 });
    const below = await aMenu(admin, { parentId: menu.id });
    const { data } = await admin.post<Wire<MenuView>>(`/menus/${menu.id}/move`, { parentId: to.id, order: 5 });
    expect(data).to.deep.equal({ ...menu, parentId: to.id, order: 5, updatedAt: data.updatedAt, version: 2 });
    const tree = await expectSuccess(admin.get<{ id: string; children: unknown }[]>('/menus/tree'));
    expect(tree.find(({ id }) => id === from.id)?.children).to.deep.equal([]);
    expect(JSON.stringify(tree.find(({ id }) => id === to.id))).to.include(below.id);
  });

  it('puts a menu at a position among its siblings, with one event, and tells conflicting writers of it', async () => {
    const { admin } = await sharedService();
    const parent = await aMenu(admin, { menuType: 1 });
    const children = [];
    for (const order of [0, 0, 7]) children.push(await aMenu(admin, { parentId: parent.id, order }));
    const sorted = children.toSorted((a, b) => a.order - b.order || (a.routeName < b.routeName ? -1 : 1));
    const menu = await aMenu(admin);
    const body = { parentId: parent.id, position: 1, order: 99 };
    await expectSuccess(admin.post(`/menus/${menu.id}/move`, body));
    const siblings = await expectSuccess(admin.get<Node[]>(`/menus/tree?parentId=${parent.id}`));
    const ids = [sorted[0]?.id, menu.id, sorted[1]?.id, sorted[2]?.id];
    expect(siblings.map(({ id }) => id)).to.deep.equal(ids);
    expect(siblings.map(({ order }) => order)).to.deep.equal([0, 1, 2, 7]);
    const about = (id: string) =>
      expectSuccess(admin.get<{ items: { type: string; changes: unknown }[] }>(`/events?subjectId=${id}`));
    const [moved] = (await about(menu.id)).items;
    expect(moved).to.deep.include({
      type: 'menu.moved',
      changes: {
        parentId: { before: null, after: parent.id },
        order: { before: 0, after: 1 },
        renumbered: { before: null, after: 1 },
      },
    });
    for (const { id } of children) {
      expect((await about(id)).items.map(({ type }) => type)).to.deep.equal(['menu.created']);
    }
    const outdated = { 'If-Match': '"1"' };
    const conflict = await admin.patch(`/menus/${menu.id}`, { order: 5 }, outdated);
    expect(conflict).to.deep.include({ status: 412 });
    expect(conflict.errors).to.deep.include({ current: 2, changedFields: ['order', 'parentId'] });
    const sibling = await admin.patch(`/menus/${ids[2]}`, { order: 5 }, outdated);
    expect(sibling).to.include({ status: 412 });
    expect(sibling.errors).not.to.have.property('changedFields');
  });

  it('changes the routes of a caller with the next request', async () => {
    const service = await sharedService();
    const { admin } = service;
    const [from, to] = [await aMenu(admin, { menuType: 1 }), await aMenu(admin, { menuType: 1 })];
    const menu = await aMenu(admin, { parentId: from.id });
    const { api } = await aUserWithRoles(service, await aRole(admin, { menuIds: [menu.id] }));
    const directories = async () =>
      (await expectSuccess(api.get<{ id: string }[]>('/menus/user-routes'))).map(({ id }) => id);
    expect(await directories()).to.deep.equal([from.id]);
    await expectSuccess(admin.post(`/menus/${menu.id}/move`, { parentId: to.id }));
    expect(await directories()).to.deep.equal([to.id]);
  });

  for (const parentId of [null, '', 0, '0']) {
    it(`treats the parentId ${JSON.stringify(parentId)} as the root, and does not change the order`, async () => {
      const { admin } = await sharedService();
      const { id: parent } = await aMenu(admin);
      const { id } = await aMenu(admin, { parentId: parent, order: 4 });
      expect((await admin.post(`/menus/${id}/move`, { parentId })).data).to.include({ parentId: null, order: 4 });
    });
  }

  it('refuses a move without a parentId, below a child of the menu, and of a directory below another menu', async () => {
    const { admin } = await sharedService();
    const [folder, other] = [await aMenu(admin, { menuType: 1 }), await aMenu(admin)];
    const child = await aMenu(admin, { parentId: other.id });
    const move = (id: string, body: object) => admin.post(`/menus/${id}/move`, body);
    expect(await move(other.id, { order: 1 })).to.include({ status: 400, reason: 'validation-failed' });
    expect(await move(other.id, { parentId: child.id })).to.include({ status: 409, reason: 'menu-cycle' });
    expect(await move(folder.id, { parentId: other.id })).to.include({ status: 400, code: 1005 });
    expect(await move(other.id, { parentId: unknown })).to.include({ status: 400, reason: 'unknown-parent-menu' });
    expect(await move(unknown, { parentId: null })).to.include({ status: 404, code: 1201 });
  });
});

describe('DELETE /menus/:id', () => {
  it('refuses a menu with children until the children are deleted', async () => {
    const { admin } = await sharedService();
    const from = await aMenu(admin, { menuType: 1 });
    const child = await aMenu(admin, { parentId: from.id });
    expect(await admin.delete(`/menus/${from.id}`)).to.include({ status: 409, code: 1009 });
    expect(await admin.delete(`/menus/${child.id}`)).to.include({ status: 200, data: null });
    expect(await admin.delete(`/menus/${from.id}`)).to.include({ status: 200, data: null });
  });
});

describe('GET /menus', () => {
  it('sorts by order, then by routeName', async () => {
    const { admin } = await sharedService();
    const word = unique('sorted-');
    const rows = [
      { routeName: `${word}-b`, order: 1 },
      { routeName: `${word}-a`, order: 2 },
      { routeName: `${word}-d`, order: 1 },
      { routeName: `${word}-c`, order: 1 },
    ];
    for (const row of rows) await aMenu(admin, row);
    const { items } = await expectSuccess(admin.get<Page<MenuView>>(`/menus?search=${word}`));
    expect(items.map(({ routeName }) => routeName.at(-1))).to.deep.equal(['b', 'c', 'd', 'a']);
  });

  it('filters by status, type, parent and constant, as list and as tree, in order', async () => {
    const { admin } = await sharedService();
    const { id: parentId } = await aMenu(admin, { menuType: 1 });
    const last = await aMenu(admin, { parentId, order: 2, status: 2 });
    const first = await aMenu(admin, { parentId, order: 1, constant: true, status: 0 });
    const found = async (query: string) => {
      const { items } = await expectSuccess(admin.get<Page<MenuView>>(`/menus?parentId=${parentId}&${query}`));
      const tree = await expectSuccess(admin.get<MenuView[]>(`/menus/tree?parentId=${parentId}&${query}`));
      expect(tree.map(({ id }) => id)).to.deep.equal(items.map(({ id }) => id));
      return items.map(({ id }) => id);
    };
    expect(await found('')).to.deep.equal([first.id, last.id]);
    expect(await found('status=2')).to.deep.equal([last.id]);
    expect(await found('constant=true')).to.deep.equal([first.id]);
    expect(await found('constant=false&status=0')).to.deep.equal([]);
    expect(await found('menuType=1')).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import type { Schemas } from '@portcullis/client';
import { soybeanApi } from '../src/soybean/api.ts';
import type { Answer, RequestConfig, ResponseWithHeaders } from '../src/soybean/calls.ts';
import { challengeAfter, codeOf, conflictOf, messageOf } from '../src/soybean/http.ts';
import { toListQueries, toRecords } from '../src/soybean/lists.ts';
import { fromMenuForm, toMenuChoice, toMenuRow } from '../src/soybean/menus.ts';
import { fromRoleForm, toPermissionTree } from '../src/soybean/roles.ts';
import { homeOf, toConstantRoutes, toUserRoutes, type SoybeanRoute } from '../src/soybean/routes.ts';
import { omitUncompiledPages } from '../src/soybean/usable.ts';
import { fromUserForm, toUserRow } from '../src/soybean/users.ts';
import { anyNames, changedFields } from '../src/soybean/values.ts';

const at = '2026-01-02T03:04:05.678Z';

/** Returns a root page as the service returns it, with the given fields. */
const aNode = (fields: Partial<Schemas['MenuNode']> = {}): Schemas['MenuNode'] => ({
  id: `id of ${fields.routeName ?? 'home'}`,
  routeName: 'home',
  routePath: `/${(fields.routeName ?? 'home').replaceAll('_', '/')}`,
  menuName: 'Home',
  title: 'Home',
  i18nKey: null,
  iconType: 1,
  icon: null,
  localIcon: null,
  iconFontSize: null,
  order: 0,
  menuType: 2,
  component: 'layout.base$view.home',
  href: null,
  hideInMenu: false,
  activeMenu: null,
  multiTab: false,
  fixedIndexInTab: null,
  keepAlive: false,
  constant: false,
  query: null,
  version: 1,
  parentId: null,
  status: 1,
  createdAt: at,
  updatedAt: at,
  children: [],
  ...fields,
});

const aDirectory = (routeName: string, ...children: Schemas['MenuNode'][]): Schemas['MenuNode'] =>
  aNode({ routeName, menuType: 1, component: null, children });

const aChild = (routeName: string, fields: Partial<Schemas['MenuNode']> = {}): Schemas['MenuNode'] =>
  aNode({ routeName, component: `view.${routeName}`, ...fields });

/** The names in a tree, each with the names of its children. */
type Names = readonly (readonly [string, Names])[];
const namesOf = (routes: readonly SoybeanRoute[]): Names =>
  routes.map(({ name, children = [] }) => [name, namesOf(children)]);

/** Converts one node to a route. */
const routeOf = (node: Schemas['MenuNode']): SoybeanRoute =>
  toUserRoutes([node], anyNames)[0] ?? expect.fail('no route');

describe('The adapter for soybean-admin', () => {
  describe('the user', () => {
    const profile = { id: 'id', username: 'ada', roles: ['WRITERS'], permissions: ['content.update'] };
    const failure = new Error('refused');
    const apiOf = (data: Readonly<Record<string, unknown>>) => {
      const urls: string[] = [];
      const api = soybeanApi({
        ...anyNames,
        request: async <Data>({ url }: RequestConfig): Promise<Answer<Data, Error, ResponseWithHeaders>> => {
          urls.push(url);
          const response = { headers: {} };
          if (!(url in data)) return { data: null, error: failure, response };
          return { data: data[url] as Data, error: null, response };
        },
        constantRoutes: () => [],
        compiled: () => ({ layouts: [], views: [] }),
        translate: (key: string) => key,
        home: 'home',
        onDropped: () => undefined,
      });
      return { api, urls };
    };

    it('has the operations that the user may call, and the permission codes', async () => {
      const { api } = apiOf({
        '/auth/profile': profile,
        '/auth/operations': [{ id: 'updateContent', when: 'always' }],
      });
      expect((await api.fetchGetUserInfo()).data).to.deep.equal({
        userId: 'id',
        userName: 'ada',
        roles: ['WRITERS'],
        buttons: ['updateContent', 'content.update'],
      });
    });

    it('is not read further if the profile is refused', async () => {
      const { api, urls } = apiOf({});
      expect((await api.fetchGetUserInfo()).error).to.equal(failure);
      expect(urls).to.deep.equal(['/auth/profile']);
    });
  });

  describe('a route', () => {
    it('has no children for a page, and undefined for values with a default in the front end', () => {
      const route = routeOf(aNode());
      expect(route).not.to.have.property('children');
      expect(route.meta).to.deep.equal({
        title: 'Home',
        i18nKey: undefined,
        icon: undefined,
        localIcon: undefined,
        iconFontSize: undefined,
        order: 0,
        href: undefined,
        hideInMenu: false,
        activeMenu: undefined,
        multiTab: false,
        fixedIndexInTab: null,
        keepAlive: false,
        constant: false,
        query: null,
      });
    });

    it('has either an Iconify icon or a local icon (§2.6)', () => {
      const both = { icon: 'mdi:home', localIcon: 'logo' };
      expect(routeOf(aNode({ ...both, iconType: 1 })).meta).to.include({ icon: 'mdi:home', localIcon: undefined });
      expect(routeOf(aNode({ ...both, iconType: 2 })).meta).to.include({ icon: undefined, localIcon: 'logo' });
    });

    for (const [title, query, pairs] of [
      [
        'an object',
        { a: 1, b: 'x' },
        [
          { key: 'a', value: '1' },
          { key: 'b', value: 'x' },
        ],
      ],
      ['pairs', [{ key: 'a', value: '1' }], [{ key: 'a', value: '1' }]],
      ['a list of something else', [1, null, 'x'], []],
      ['nothing', null, null],
    ] as const) {
      it(`has the query of the menu as key-value pairs: ${title}`, () =>
        expect(routeOf(aNode({ query: query as never })).meta.query).to.deep.equal(pairs));
    }
  });

  describe('a tree', () => {
    it('keeps its structure and gives directories the layout', () => {
      const tree = [aNode(), aDirectory('manage', aChild('manage_user'), aChild('manage_role'))];
      const routes = toUserRoutes(tree, anyNames);
      expect(namesOf(routes)).to.deep.equal([
        ['home', []],
        [
          'manage',
          [
            ['manage_user', []],
            ['manage_role', []],
          ],
        ],
      ]);
      expect(routes[1]?.component).to.equal('layout.base');
    });

    it('omits directories without pages at any depth', () => {
      const tree = [aDirectory('empty'), aDirectory('outer', aDirectory('outer_inner'))];
      expect(toUserRoutes(tree, anyNames)).to.deep.equal([]);
    });

    it('hides a directory whose pages are all hidden', () => {
      const hidden = aChild('manage_user', { hideInMenu: true });
      expect(routeOf(aDirectory('manage', hidden)).meta.hideInMenu).to.equal(true);
      expect(routeOf(aDirectory('manage', hidden, aChild('manage_role'))).meta.hideInMenu).to.equal(false);
    });

    it('wraps a page in a layout if its directory is not granted', () => {
      const [plain, framed] = toUserRoutes([aChild('about'), aChild('manage_user')], anyNames);
      expect(plain).to.include({ name: 'about', component: 'layout.base$view.about' });
      expect(framed).to.include({ name: 'manage-user-frame', path: '/frame/manage/user', component: 'layout.base' });
      expect(namesOf(framed?.children ?? [])).to.deep.equal([['manage_user', []]]);
    });

    it('omits constant routes, but keeps a page below a constant directory', () => {
      const constant = { constant: true };
      const page = aChild('open_own');
      const tree = [aNode(constant), { ...aDirectory('open', page), ...constant }];
      expect(namesOf(toUserRoutes(tree, anyNames))).to.deep.equal([['open', [['open_own', []]]]]);
    });

    it('combines constant menus with the routes of the front end, and replaces routes with the same names', () => {
      const own = [{ name: 'login' }, { name: '404' }];
      const routes = toConstantRoutes([aNode({ routeName: '404', constant: true })], own, anyNames);
      expect(routes.map(({ name }) => name)).to.deep.equal(['login', '404']);
      expect(routes[1]).to.have.property('meta');
      expect(toConstantRoutes([], own, anyNames)).to.deep.equal(own);
    });
  });

  describe('the first page', () => {
    const nodes = [
      aNode({ routeName: 'last', order: 9 }),
      aNode({ routeName: 'hidden', order: 1, hideInMenu: true }),
      aNode({ routeName: 'elsewhere', order: 2, href: 'https://example.com' }),
      {
        ...aDirectory('manage', aChild('manage_detail', { routePath: '/manage/:id' }), aChild('manage_user')),
        order: 3,
      },
    ];
    const tree = toUserRoutes(nodes, anyNames);
    const only = (known: string) => ({ isKnown: (name: string): name is string => name === known });

    it('is the preferred page if it is granted', () => expect(homeOf(tree, 'last', anyNames)).to.equal('last'));
    it('is otherwise the first visible page without a path parameter', () =>
      expect(homeOf(tree, 'home', anyNames)).to.equal('manage_user'));
    it('is only a page for which the front end has a path', () =>
      expect(homeOf(tree, 'home', only('last'))).to.equal('last'));
    it('is a hidden page if there is no other', () => expect(homeOf(tree, 'home', only('hidden'))).to.equal('hidden'));
    it('is the preferred name if no page is granted', () => expect(homeOf([], 'home', anyNames)).to.equal('home'));
  });

  describe('a table', () => {
    it('requests one page and gets its records', () => {
      const page = { items: [1, 2], total: 12, page: 6, pageSize: 2 };
      expect(toRecords(page, String)).to.deep.equal({ records: ['1', '2'], current: 6, size: 2, total: 12 });
      const form = { current: 2, size: 30, status: '2', userName: 'a', userEmail: 'b', other: null };
      const fields = { userName: 'username', userEmail: 'email', other: 'phone' };
      const query = { status: 0, username: 'a', email: 'b', phone: undefined };
      expect(toListQueries(form, fields)).to.deep.equal([{ page: 2, pageSize: 30, ...query }]);
      expect(toListQueries({ status: '', userName: null }, { userName: 'username' })).to.deep.equal([
        { page: undefined, pageSize: undefined, status: undefined, username: undefined },
      ]);
      expect(toListQueries({ status: '1' })[0]?.status).to.equal(1);
    });

    for (const [current, size, pages] of [
      [1, 100, [1]],
      [1, 999, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
      [2, 150, [3, 4]],
      [1, 1_000_000, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ] as const) {
      it(`of ${size} rows is read in pages of at most 100: page ${current}`, () => {
        const queries = toListQueries({ current, size });
        expect(queries.map(({ page }) => page)).to.deep.equal(pages);
        expect(queries.every(({ pageSize }) => pageSize === 100)).to.equal(true);
      });
    }

    it('shows a menu with status 0 or 2 as disabled', () => {
      expect(
        [1, 0, 2].map((status) => toMenuRow(aNode({ status: status as 0 | 1 | 2 }), anyNames).status),
      ).to.deep.equal(['1', '2', '2']);
    });

    it('shows menus with texts for enumerations, 0 for the root, and no empty list of children', () => {
      const row = toMenuRow(aNode({ iconType: 2, icon: 'mdi:home', localIcon: 'logo' }), anyNames);
      expect(row).to.include({ parentId: 0, menuType: '2', iconType: '2', icon: 'logo', children: undefined });
      const parent = toMenuRow(aDirectory('manage', aChild('manage_user', { parentId: 'id of manage' })), anyNames);
      expect(parent.children?.map(({ parentId }) => parentId)).to.deep.equal(['id of manage']);
      expect(toMenuChoice(aNode(), anyNames, String)).to.deep.equal({ id: 'id of home', pId: 0, label: 'Home' });
    });
  });

  describe('a form', () => {
    const form = {
      parentId: 0,
      menuType: '1',
      menuName: 'Manage',
      routeName: 'manage',
      routePath: '/manage',
      component: '',
      iconType: '2',
      icon: 'logo',
      status: '2',
      query: [],
    };

    it('for a menu becomes a request body, with no parentId for the root and null for empty values', () => {
      const sent = fromMenuForm(form);
      expect(sent).not.to.have.property('parentId');
      expect(sent).to.include({ menuType: 1, component: null, i18nKey: null, status: 0, order: 0, query: null });
      expect(sent).to.include({ iconType: 2, icon: null, localIcon: 'logo', fixedIndexInTab: null, keepAlive: false });
      expect(fromMenuForm({ ...form, parentId: 'up', iconType: '1' })).to.include({
        parentId: 'up',
        icon: 'logo',
        localIcon: null,
      });
    });

    it('is unchanged after a round trip through a row', () => {
      const menu = aNode({ icon: 'mdi:home', query: [{ key: 'a', value: 'b' }] as never, fixedIndexInTab: 0 });
      const { id: _id, title: _title, createdAt: _made, updatedAt: _changed, children: _children, ...rest } = menu;
      const { parentId: _parent, iconFontSize: _size, version: _version, ...fields } = rest;
      expect(fromMenuForm(toMenuRow(menu, anyNames))).to.deep.equal(fields);
    });

    it('for a user sends the ids of the chosen roles', () => {
      const roles = ['A', 'B', 'C'].map((code) => ({ id: `id of ${code}`, code }));
      const user = { userName: 'ada', userEmail: 'ada@example.com', userGender: '', userRoles: ['B', 'A'] };
      const sent = fromUserForm(user, roles);
      expect(sent).to.deep.include({ roleIds: ['id of A', 'id of B'], gender: null, nickName: null });
      expect(['1', 'other'].map((userGender) => fromUserForm({ ...user, userGender }, []).gender)).to.deep.equal([
        1,
        'other',
      ]);
    });

    it('sends only changed fields, because setting roles writes an audit record', () => {
      const roles = ['A', 'B'].map((code) => ({ id: `id of ${code}`, code }));
      const row = { userName: 'ada', userEmail: 'ada@example.com', userRoles: ['A', 'B'] };
      const changes = (change: Partial<typeof row>) =>
        changedFields(fromUserForm({ ...row, ...change }, roles), fromUserForm(row, roles));
      expect(changes({})).to.deep.equal({});
      expect(changes({ userRoles: ['B', 'A'] })).to.deep.equal({});
      expect(changes({ userRoles: [] })).to.deep.equal({ roleIds: [] });
      expect(changes({ userName: 'eve' })).to.deep.equal({ username: 'eve' });
    });

    it('for a role becomes a request body', () =>
      expect(fromRoleForm({ roleName: 'Editor', roleCode: 'EDITOR', roleDesc: '', status: '1' })).to.deep.equal({
        code: 'EDITOR',
        name: 'Editor',
        description: null,
        status: 1,
      }));
  });

  it('shows the gender 0 as unset', () => {
    const user = {
      id: 'x',
      kind: 'PERSON',
      email: 'e',
      emailVerified: false,
      invitedUntil: null,
      username: 'u',
      nickName: null,
      phone: null,
      attributes: {},
      status: 0,
      roles: [],
    } as const;
    const row = toUserRow({ ...user, roles: [], gender: 0, version: 1, createdAt: at, updatedAt: at });
    expect(row).to.include({ userGender: null, nickName: '', status: '2', createTime: at });
  });

  it('uses the HTTP status as the code of a response without an envelope', () => {
    expect(codeOf({ status: 401, data: { code: 1102, message: 'Expired.' } })).to.equal('1102');
    expect(codeOf({ status: 502, data: '<html>' })).to.equal('http-502');
    expect(messageOf({ status: 401, data: { code: 1102, message: 'Expired.' } })).to.equal('Expired.');
    expect(messageOf({ status: 502 })).to.equal(undefined);
  });

  it('shows validation errors with the field labels of the front end', () => {
    const errors = [
      { field: 'phone', message: 'phone must consist of digits' },
      { field: 'x', message: 'The user name is too long.' },
    ];
    const labelOf = (field: string) => (field === 'phone' ? 'Phone Number' : undefined);
    expect(messageOf({ status: 400, data: { code: 1005, message: 'Wrong.', errors } }, labelOf)).to.equal(
      'Phone Number: must consist of digits; x: The user name is too long.',
    );
    expect(messageOf({ status: 400, data: { code: 1005, message: 'Wrong.', errors: [] } })).to.equal('Wrong.');
  });

  it('distinguishes a version conflict from other errors, and returns the fields that another user has changed', () => {
    const refused = (code: number, errors: unknown) => conflictOf({ status: 412, data: { code, errors } });
    expect(refused(1012, { current: 3, changedFields: ['name'] })).to.deep.equal(['name']);
    expect(refused(1012, { current: 3 })).to.deep.equal([]);
    expect(refused(1005, [])).to.equal(undefined);
    expect(conflictOf({ status: 502 })).to.equal(undefined);
  });

  it('groups permissions by their resource', () =>
    expect(toPermissionTree({ user: [{ id: '1', code: 'user.read', name: 'Read users' }] })).to.deep.equal([
      { id: 'resource user', label: 'user', children: [{ id: '1', label: 'Read users (user.read)' }] },
    ]));

  describe('a menu', () => {
    const compiled = { layouts: ['base'], views: ['home', 'manage_user', 'iframe-page'] };

    for (const [title, fields, component] of [
      ['with a page that is compiled', { component: 'layout.base$view.home' }, 'layout.base$view.home'],
      ['below a directory', { component: 'view.manage_user' }, 'view.manage_user'],
      ['without a component', { component: null }, undefined],
      ['with a page that is not compiled', { component: 'view.other' }, undefined],
      ['with a layout that is not compiled', { component: 'layout.other$view.home' }, undefined],
      ['with a layout only', { component: 'layout.base' }, undefined],
      ['with a link, which needs a page', { component: null, href: 'https://example.com' }, 'view.iframe-page'],
    ] as const) {
      it(`${title} is ${component === undefined ? 'omitted, and its name is reported' : 'kept'}`, () => {
        const { nodes, dropped } = omitUncompiledPages([aNode({ menuName: 'Mine', ...fields })], compiled);
        expect(nodes.map((node) => node.component)).to.deep.equal(component === undefined ? [] : [component]);
        expect(dropped).to.deep.equal(component === undefined ? ['Mine'] : []);
      });
    }

    it('keeps the children for which the front end has a page', () => {
      const tree = aDirectory('manage', aChild('manage_user'), aChild('manage_other', { menuName: 'Other' }));
      const { nodes, dropped } = omitUncompiledPages([tree], compiled);
      expect(nodes[0]?.children.map(({ routeName }) => routeName)).to.deep.equal(['manage_user']);
      expect(dropped).to.deep.equal(['Other']);
    });

    it('is labelled with its name if the front end has no text for its i18n key', () => {
      const names = { ...anyNames, isI18nKey: (key: string): key is 'route.home' => key === 'route.home' };
      const keyOf = (i18nKey: string) => toUserRoutes([aNode({ i18nKey })], names)[0]?.meta.i18nKey;
      expect(['route.home', 'route.mine'].map(keyOf)).to.deep.equal(['route.home', undefined]);
      expect(toMenuRow(aNode({ i18nKey: 'route.mine' }), names).i18nKey).to.equal(null);
      const label = (i18nKey: string) => toMenuChoice(aNode({ i18nKey }), names, () => 'Translated').label;
      expect(['route.home', 'route.mine'].map(label)).to.deep.equal(['Translated', 'Home']);
    });
  });

  it('keeps the challenge of a login as long as another code can be tried', () => {
    const refused = (status: number, code: number, errors: unknown = null) => ({ status, data: { code, errors } });
    expect(challengeAfter(refused(401, 1110, { challenge: 'new', factors: ['totp'] }), '')).to.equal('new');
    expect(challengeAfter(refused(400, 1109), 'present'), 'a wrong code').to.equal('present');
    expect(challengeAfter(undefined, 'present'), 'no response').to.equal('present');
    expect(challengeAfter(refused(401, 1109), 'present'), 'an expired challenge').to.equal('');
    expect(challengeAfter(refused(401, 1101), ''), 'a wrong password').to.equal('');
  });
});

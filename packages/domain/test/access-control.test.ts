import { expect } from 'chai';
import {
  documentOf,
  InvalidDocument,
  type AccessControl,
  type AccessControlDocument,
} from '../src/access/access-control.ts';
import { changedFields, accessControlChanges } from '../src/access/access-control-changes.ts';
import { menuDefaults } from '../src/menus/menu.ts';
import type { ProtectedRoute } from '../src/access/protected-routes.ts';
import type { AttributeDeclaration } from '../src/conditions/user-attribute.ts';
import { anId } from './support.ts';

const permission = (code: string, given = {}) => ({
  code,
  name: `Name of ${code}`,
  description: null,
  resource: 'post',
  action: 'read',
  status: 1 as const,
  ...given,
});
const role = (code: string, given = {}) => ({
  code,
  name: `Name of ${code}`,
  description: null,
  status: 1 as const,
  requiresFactor: false,
  permissions: [] as string[],
  menus: [] as string[],
  ...given,
});
const menu = (routeName: string, given = {}) => ({
  ...menuDefaults,
  routeName,
  routePath: `/${routeName}`,
  menuType: 2 as const,
  parent: null as string | null,
  ...given,
});
const attribute = (name: string, given: Partial<AttributeDeclaration> = {}): AttributeDeclaration => ({
  name,
  label: name,
  type: 'string',
  values: null,
  readableBy: 'self',
  writableBy: 'admin',
  ...given,
});
const protectedRoute = (path: string, given: Partial<ProtectedRoute> = {}): ProtectedRoute => ({
  methods: ['GET'],
  path,
  audience: 'service',
  public: false,
  authenticated: true,
  permissions: [],
  roles: [],
  ...given,
});
const document = (given: Partial<AccessControlDocument> = {}): AccessControlDocument => ({
  version: 1,
  permissions: [],
  menus: [],
  roles: [],
  ...given,
});

function errorsOf(action: () => unknown): readonly string[] {
  try {
    action();
    return [];
  } catch (error) {
    if (error instanceof InvalidDocument) return error.message.split('\n');
    throw error;
  }
}

describe('documentOf', () => {
  const row = <Entry extends object>(id: number, { ...fields }: Entry) => ({ ...fields, id: anId<never>(id) });
  const placed = (id: number, routeName: string, parentId: number | null, order = 0) => {
    const { parent: _parent, ...fields } = menu(routeName, { order });
    return { ...row(id, fields), parentId: parentId === null ? null : anId<'Menu'>(parentId) };
  };
  const linked = (id: number, code: string, permissionIds: number[], menuIds: number[]) => {
    const { permissions: _permissions, menus: _menus, ...draft } = role(code);
    return {
      ...row(id, draft),
      permissionIds: permissionIds.map((each) => anId<'Permission'>(each)),
      menuIds: menuIds.map((each) => anId<'Menu'>(each)),
    };
  };
  const installed: AccessControl = {
    permissions: [row(2, permission('post.write')), row(1, permission('post.read'))],
    menus: [placed(11, 'reports_sales', 12), placed(12, 'reports', null, 2), placed(13, 'home', null, 1)],
    roles: [linked(22, 'WRITER', [2, 1], [11, 12]), linked(21, 'READER', [1], [])],
    userAttributes: [],
    protectedRoutes: [],
  };

  it('identifies permissions and roles by code, and menus by route name, in an order that does not depend on ids', () => {
    const written = documentOf(installed);
    expect(written.version).to.equal(1);
    expect(written).not.to.have.any.keys('userAttributes', 'protectedRoutes');
    const userAttributes = [attribute('b'), attribute('a')];
    expect(documentOf({ ...installed, userAttributes })).to.deep.include({ userAttributes });
    const sorted = [
      protectedRoute('/a'),
      protectedRoute('/b', { methods: ['GET'] }),
      protectedRoute('/b', { methods: ['PUT'] }),
    ];
    const protectedRoutes = sorted.toReversed();
    expect(documentOf({ ...installed, protectedRoutes }).protectedRoutes).to.deep.equal(sorted);
    expect(written.permissions).to.deep.equal([permission('post.read'), permission('post.write')]);
    expect(written.menus.map(({ routeName, parent }) => [routeName, parent])).to.deep.equal([
      ['home', null],
      ['reports', null],
      ['reports_sales', 'reports'],
    ]);
    expect(written.menus[0]).to.deep.equal(menu('home', { order: 1 }));
    expect(written.roles).to.deep.equal([
      role('READER', { permissions: ['post.read'], conditions: {} }),
      role('WRITER', {
        permissions: ['post.read', 'post.write'],
        conditions: {},
        menus: ['reports', 'reports_sales'],
      }),
    ]);
  });

  it('refuses an installation in which two menus share a route name', () => {
    const twice = { ...installed, menus: [...installed.menus, placed(14, 'home', 12)] };
    expect(errorsOf(() => documentOf(twice))).to.deep.equal([
      "menus: Two installed menus have the route name 'home'. Rename one.",
    ]);
  });
});

describe('accessControlChanges', () => {
  const installed = document({
    permissions: [permission('post.read'), permission('post.write')],
    menus: [
      menu('home', { query: { a: 1, b: [{ c: 2, d: 3 }] } }),
      menu('reports'),
      menu('reports_sales', { parent: 'reports' }),
    ],
    roles: [role('READER', { permissions: ['post.read'], menus: ['home'] })],
    protectedRoutes: [protectedRoute('/c'), protectedRoute('/shop/y')],
  });

  it('is empty for a document that equals the installation or a part of it, in any order', () => {
    const nothing = { permissions: [], menus: [], roles: [], userAttributes: [], protectedRoutes: [] };
    expect(accessControlChanges(installed, installed)).to.deep.equal(nothing);
    expect(accessControlChanges(installed, document())).to.deep.equal(nothing);
    const other = document({
      permissions: installed.permissions.toReversed(),
      menus: [menu('home', { query: { b: [{ d: 3, c: 2 }], a: 1 } })],
      roles: [role('READER', { permissions: ['post.read', 'post.read'], menus: ['home'] })],
    });
    expect(accessControlChanges(installed, other)).to.deep.equal(nothing);
  });

  it('contains the entries that are missing from the installation or differ from it, and names the differing fields', () => {
    const { permissions, menus, roles } = accessControlChanges(
      installed,
      document({
        permissions: [permission('post.read'), permission('post.purge'), permission('post.write', { status: 0 })],
        menus: [menu('home', { query: [] })],
        roles: [role('READER', { permissions: ['post.purge'], menus: ['home'] })],
      }),
    );
    expect(permissions.map(({ place, key, before }) => [place, key, before])).to.deep.equal([
      ['permissions[1]', 'post.purge', undefined],
      ['permissions[2]', 'post.write', permission('post.write')],
    ]);
    expect(permissions.map(changedFields)).to.deep.equal([Object.keys(permission('x')), ['status']]);
    expect(menus.map(changedFields)).to.deep.equal([['query']]);
    expect(roles.map(changedFields)).to.deep.equal([['permissions']]);
  });

  it('keeps the installed `requiresFactor` of a role if the document omits it, and uses false for a new role', () => {
    const { requiresFactor: _left, ...older } = role('READER', { name: 'Reader' });
    const added = { ...older, code: 'ADDED', name: 'Added' };
    for (const requiresFactor of [true, false]) {
      const { roles } = accessControlChanges(document({ roles: [role('READER', { requiresFactor })] }), {
        ...document(),
        roles: [older, added],
      });
      expect(roles.map(({ key, before }) => [key, before !== undefined])).to.deep.equal([
        ['READER', true],
        ['ADDED', false],
      ]);
      expect(roles.slice(0, 1).map(changedFields)).to.deep.equal([['name']]);
      expect(roles.map(({ after }) => after.requiresFactor)).to.deep.equal([requiresFactor, false]);
    }
  });

  it('compares all routes of a pattern together, whatever their order and the names of parameters are', () => {
    const [get, put] = [protectedRoute('/a/:id'), protectedRoute('/a/:id', { methods: ['PUT'] })];
    const before = document({ protectedRoutes: [get, protectedRoute('/b'), put] });
    const changesOf = (...protectedRoutes: readonly ProtectedRoute[]) =>
      accessControlChanges(before, document({ protectedRoutes })).protectedRoutes.map(({ before: old, after }) => [
        old?.path,
        after.routes,
      ]);
    expect(changesOf(put, get)).to.deep.equal([]);
    expect(changesOf(protectedRoute('/c'))).to.deep.equal([[undefined, [protectedRoute('/c')]]]);
    expect(changesOf(get)).to.deep.equal([['/a/:id', [get]]]);
    const renamed = protectedRoute('/a/:name', { methods: ['GET', 'PUT'] });
    expect(changesOf(renamed)).to.deep.equal([['/a/:id', [renamed]]]);
  });

  it('sorts parent menus before their children, independently of the order in the document', () => {
    const { menus } = accessControlChanges(
      installed,
      document({
        menus: [
          menu('shop_orders_open', { parent: 'shop_orders' }),
          menu('shop_orders', { parent: 'shop' }),
          menu('reports_stock', { parent: 'reports' }),
          menu('shop'),
        ],
      }),
    );
    expect(menus.map(({ key }) => key)).to.deep.equal(['reports_stock', 'shop', 'shop_orders', 'shop_orders_open']);
  });

  const refused: Readonly<Record<string, readonly [Partial<AccessControlDocument>, ...string[]]>> = {
    'codes or route names that occur twice': [
      {
        permissions: [permission('a.b'), permission('a.b')],
        menus: [menu('x'), menu('y'), menu('x')],
        roles: [role('A'), role('A')],
        userAttributes: [attribute('a'), attribute('b'), attribute('a')],
      },
      "permissions[1].code: 'a.b' is already used in permissions[0].",
      "menus[2].routeName: 'x' is already used in menus[0].",
      "roles[1].code: 'A' is already used in roles[0].",
      "userAttributes[2].name: 'a' is already used in userAttributes[0].",
    ],
    'names that another entry in the installation or in the document already has': [
      {
        permissions: [permission('a.b', { name: 'Name of post.read' })],
        roles: [role('A'), role('B', { name: 'Name of A' })],
      },
      "permissions[0].name: 'Name of post.read' is the name of post.read.",
      "roles[1].name: 'Name of A' is the name of A.",
    ],
    'links to entries that do not exist': [
      {
        menus: [menu('shop', { parent: 'mall' })],
        roles: [role('A', { permissions: ['post.read', 'post.none'], menus: ['home', 'shop', 'none'] })],
      },
      "menus[0].parent: There is no menu 'mall', neither in the document nor installed.",
      "roles[0].permissions[1]: There is no permission 'post.none', neither in the document nor installed.",
      "roles[0].menus[2]: There is no menu 'none', neither in the document nor installed.",
    ],
    'menus that have another parent in the installation (§4.5, rules for PATCH, 1 and 4)': [
      { menus: [menu('reports_sales', { parent: 'home' }), menu('home', { parent: 'reports' }), menu('reports')] },
      "menus[0].parent: The installed menu is below 'reports', and an import never moves a menu. Move it first, or use that parent.",
      'menus[1].parent: The installed menu is at the root, and an import never moves a menu. Move it first, or use that parent.',
    ],
    'protected routes that are not valid, also together with installed ones': [
      {
        protectedRoutes: [
          protectedRoute('/Shop/x'),
          protectedRoute('/a//b'),
          protectedRoute('/c', { public: true }),
          protectedRoute('/d/:x'),
          protectedRoute('/d/:y'),
        ],
      },
      'protectedRoutes[1].path: This is not a valid pattern of a path.',
      'protectedRoutes[2]: Must be exactly one of: public, authenticated, or with permissions or roles.',
      'protectedRoutes[4].path: protectedRoutes[3] has the same pattern and GET.',
      'installed protectedRoutes[1].path: Another route spells the segment shop as Shop.',
    ],
    'more protected routes than a table can have': [
      { protectedRoutes: Array.from({ length: 499 }, (_, index) => protectedRoute(`/more/${index}`)) },
      'protectedRoutes: There would be more than 500 routes.',
    ],
    'menus that form a cycle': [
      { menus: [menu('a', { parent: 'b' }), menu('b', { parent: 'a' }), menu('c')] },
      'menus[0].parent: This menu is below itself.',
      'menus[1].parent: This menu is below itself.',
    ],
  };
  for (const [what, [given, ...errors]] of Object.entries(refused)) {
    it(`refuses ${what}, and reports the path of each error`, () => {
      expect(errorsOf(() => accessControlChanges(installed, document(given)))).to.deep.equal(errors);
    });
  }

  it('allows an entry to take the old name of an entry that the document renames', () => {
    const { roles } = accessControlChanges(
      document({ roles: [role('A', { name: 'One' })] }),
      document({ roles: [role('A', { name: 'Two' }), role('B', { name: 'One' })] }),
    );
    expect(roles.map(({ key }) => key)).to.deep.equal(['A', 'B']);
  });
});

import { administratorRole, builtInPermissions, userRole } from '@portcullis/domain/internal/built-in';
import { unknownId } from '../support/field-kinds.ts';
import { unique } from '../support/service.ts';
import { fields, missing, notFound, twice, type ErrorCase } from './error-case.ts';

const aRole = () => ({ code: unique('R').toUpperCase(), name: unique() });
const aPermission = () => ({ code: unique(), name: unique(), resource: 'x', action: 'y' });

/** Errors of the routes for roles, permissions and menus. */
export const accessErrors = {
  'system-role': [
    403,
    1003,
    'A system role cannot be changed or deleted.',
    null,
    ({ admin }) => admin.delete(`/roles/${administratorRole.id}`),
  ],
  'routes-unacceptable': [
    400,
    1005,
    'Some of the routes are not valid.',
    fields('routes[0].path'),
    ({ admin }) =>
      admin.put('/access/routes', {
        routes: [{ methods: ['GET'], path: '/a//b', audience: 'service', authenticated: true }],
      }),
  ],
  'unprotected-route': [
    403,
    1003,
    'No protected route matches this request.',
    null,
    ({ admin }) => admin.get('/access/forward'),
  ],
  'role-not-found': notFound('role', '/roles'),
  'role-code-taken': [409, 1202, 'A role with this code already exists.', null, twice('/roles', aRole, 'code')],
  'role-name-taken': [409, 1202, 'A role with this name already exists.', null, twice('/roles', aRole, 'name')],
  'unknown-permissions': [
    400,
    1000,
    `Unknown permission ids: ${unknownId}`,
    missing,
    ({ admin }) => admin.post(`/roles/${administratorRole.id}/permissions`, { permissionIds: [unknownId] }),
  ],
  'condition-unacceptable': [
    400,
    1005,
    'No route evaluates a condition on this permission.',
    fields('grants[0].condition'),
    ({ admin }) => {
      const [{ id: permissionId } = { id: unknownId }] = builtInPermissions;
      const grants = [{ permissionId, condition: { attr: 'resource.id', exists: true } }];
      return admin.put(`/roles/${userRole.id}/permission-grants`, { grants });
    },
  ],
  'unknown-menus': [
    400,
    1000,
    `Unknown menu ids: ${unknownId}`,
    missing,
    ({ admin }) => admin.post(`/roles/${administratorRole.id}/menus`, { menuIds: [unknownId] }),
  ],
  'permission-not-found': notFound('permission', '/permissions'),
  'permission-code-taken': [
    409,
    1202,
    'A permission with this code already exists.',
    null,
    twice('/permissions', aPermission, 'code'),
  ],
  'permission-name-taken': [
    409,
    1202,
    'A permission with this name already exists.',
    null,
    twice('/permissions', aPermission, 'name'),
  ],
  'menu-not-found': notFound('menu', '/menus'),
  'unknown-parent-menu': [
    400,
    1005,
    'The parent menu does not exist.',
    fields('parentId'),
    ({ admin }) => admin.post('/menus', { routeName: 'x', routePath: '/x', menuType: 2, parentId: unknownId }),
  ],
  'directory-menu-has-parent': [
    400,
    1005,
    'A directory menu may not have a parent.',
    fields('menuType'),
    async ({ admin, created }) => {
      const parentId = await created('/menus', { routeName: 'x', routePath: '/x', menuType: 1 });
      const page = await created('/menus', { routeName: 'y', routePath: '/y', menuType: 2, parentId });
      return admin.patch(`/menus/${page}`, { menuType: 1 });
    },
  ],
  'menu-has-children': [
    409,
    1009,
    'This menu has others below it. Delete those first.',
    null,
    async ({ admin, created }) => {
      const parentId = await created('/menus', { routeName: 'x', routePath: '/x', menuType: 1 });
      await created('/menus', { routeName: 'y', routePath: '/y', menuType: 2, parentId });
      return admin.delete(`/menus/${parentId}`);
    },
  ],
  'menu-cycle': [
    409,
    1009,
    'A menu cannot be below itself.',
    null,
    async ({ admin, created }) => {
      const id = await created('/menus', { routeName: unique(), routePath: '/x', menuType: 2 });
      return admin.post(`/menus/${id}/move`, { parentId: id });
    },
  ],
  'menu-too-deep': [
    409,
    1009,
    'Menus may be nested 16 levels deep.',
    null,
    async ({ admin, created }) => {
      const page = (parentId: string) => ({ routeName: unique(), routePath: '/x', menuType: 2, parentId });
      let parentId = '';
      for (let level = 1; level <= 16; level += 1) parentId = await created('/menus', page(parentId));
      return admin.post('/menus', page(parentId));
    },
  ],
  'audit-record-not-found': notFound('audit record', '/audit-logs'),
  'event-not-found': notFound('event', '/events'),
} satisfies Readonly<Record<string, ErrorCase>>;

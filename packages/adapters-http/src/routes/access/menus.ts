import {
  listConstantRoutes,
  listUserRoutes,
  userRoutesCache,
} from '@portcullis/application/internal/menus/list-user-routes';
import { menuSortFields, type MenuSortField, type MenuViews } from '@portcullis/application/internal/ports/menus';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { isId, type MenuId } from '@portcullis/domain/internal/shared/ids';
import {
  menuStatuses,
  menuTypes,
  viewMenu,
  type MenuStatus,
  type MenuType,
} from '@portcullis/domain/internal/menus/menu';
import { menuTree, type UserRoutes } from '@portcullis/domain/internal/menus/menu-tree';
import { Describe } from '../../validation/descriptions.ts';
import { requestOf } from '../../validation/request.ts';
import { Flag, Integer, OneOf, Optional, Uuid, When } from '../../validation/fields.ts';
import { SerializedJson } from '../../responses/response-data.ts';
import { ListParameters, sorts } from '../list-query.ts';
import { partial } from '../../validation/validate.ts';
import { route, viewed, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { flag, listOf, nothing, pageOf } from '../../validation/schema.ts';
import { menuFields, menuNodeSchema, menuSchema, routeNodeSchema } from '../schemas/menus.ts';

export class MenuPath extends requestOf(menuFields, 'id') {}

const filters = {
  status: 'Only menus with this status. 1: enabled; 0 and 2: disabled.',
  menuType: 'Only menus of this type. 1: directory, 2: page.',
  parentId: 'Only menus directly below the menu with this id.',
  constant: 'Only menus that need no login (true), or only menus that need a login (false).',
};

class MenuTreeParameters {
  @Optional() @Integer() @OneOf(menuStatuses) @Describe(filters.status) status?: MenuStatus;
  @Optional() @Integer() @OneOf(menuTypes) @Describe(filters.menuType) menuType?: MenuType;
  @Optional() @Uuid() @Describe(filters.parentId) parentId?: MenuId;
  @Optional() @Flag() @Describe(filters.constant) constant?: boolean;
}

class MenuListParameters extends ListParameters {
  @Optional() @Integer() @OneOf(menuStatuses) @Describe(filters.status) status?: MenuStatus;
  @Optional() @Integer() @OneOf(menuTypes) @Describe(filters.menuType) menuType?: MenuType;
  @Optional() @Uuid() @Describe(filters.parentId) parentId?: MenuId;
  @Optional() @Flag() @Describe(filters.constant) constant?: boolean;
  @Optional() @OneOf(menuSortFields) @Describe(sorts('`order`, lowest first')) sortBy?: MenuSortField;
}

class RouteExistsParameters extends requestOf(menuFields, 'routeName') {}

export class MenuBody extends requestOf(
  menuFields,
  'routeName',
  'routePath',
  'menuName?',
  'i18nKey?',
  'iconType?',
  'icon?',
  'localIcon?',
  'iconFontSize?',
  'order?',
  'menuType',
  'component?',
  'href?',
  'hideInMenu?',
  'activeMenu?',
  'multiTab?',
  'fixedIndexInTab?',
  'status?',
  'keepAlive?',
  'constant?',
  'query?',
) {}

/** Values that front ends send for a menu without a parent. */
const root: readonly unknown[] = [undefined, null, '', 0, '0'];

/** Returns the id of the parent, or null for the root. */
const parentIdOf = (sent: unknown): MenuId | null => (isId<'Menu'>(sent) ? sent : null);

class CreateMenuBody extends MenuBody {
  @When((_body, value) => !root.includes(value))
  @Uuid()
  @Describe('The id of the parent menu. Null, an empty text and 0 mean the root, which is the default.')
  parentId?: unknown;
}

class MoveMenuBody {
  @When((_body, value) => value === undefined || !root.includes(value))
  @Uuid()
  @Describe('The id of the new parent menu. Null, an empty text and 0 mean the root.')
  parentId!: unknown;

  @Optional()
  @Integer()
  @Describe(
    'The new `order` of the menu; by default, it does not change. The `order` of other menus does not change. Ignored if there is a `position`.',
  )
  order?: number;

  @Optional()
  @Integer(0)
  @Describe(
    'How many menus with the same parent come before the menu. The service chooses its `order`, and changes the `order` of other menus with this parent if there is no number between them.',
  )
  position?: number;
}

/** PATCH ignores `parentId`. This class therefore does not declare the field, and the field can have any value. */
class UpdateMenuBody extends partial(MenuBody) {}

/** The menu routes (docs/interface.md §4.5). */
export function menuRoutes(
  use: UseCases<'createMenu' | 'updateMenu' | 'moveMenu' | 'deleteMenu'> & { readonly menus: MenuViews },
): readonly Route[] {
  // Route trees are cached as JSON, because browsers request them with every page load. The key of a tree contains the
  // version of the menus, which can be the same in two databases, so each database needs its own cache.
  const trees = userRoutesCache((routes) => new SerializedJson<UserRoutes>(routes));
  return [
    route({
      method: 'POST',
      path: '/menus',
      operation: 'createMenu',
      idempotencyKey: 'accepted',
      summary: 'Create a menu',
      description: 'A menu has no parent if `parentId` is missing, null, an empty text or 0.',
      access: 'authorized',
      allPermissions: ['menu.create'],
      status: 201,
      body: CreateMenuBody,
      isVersioned: true,
      data: menuSchema,
      refuses: ['directory-menu-has-parent', 'unknown-parent-menu', 'menu-too-deep'],
      handle: async ({ body: { parentId, ...fields }, caller }) =>
        viewed(caller, (actor) => use.createMenu({ ...fields, actor, parentId: parentIdOf(parentId) }), viewMenu),
    }),
    route({
      method: 'GET',
      path: '/menus',
      operation: 'listMenus',
      summary: 'List menus',
      description: '`search` looks for the text in `routeName`, `menuName` and `routePath`.',
      access: 'authorized',
      allPermissions: ['menu.read'],
      query: MenuListParameters,
      data: pageOf(menuSchema),
      read: async ({ query }, views) => {
        const page = await views.menus.list(query);
        return { ...page, items: page.items.map(viewMenu) };
      },
    }),
    route({
      method: 'GET',
      path: '/menus/tree',
      operation: 'getMenuTree',
      summary: 'Read the menus as a tree',
      description:
        'A menu that does not satisfy the filters is missing. A menu whose parent is missing is at the root of the tree.',
      access: 'authorized',
      allPermissions: ['menu.read'],
      query: MenuTreeParameters,
      data: listOf(menuNodeSchema),
      read: async ({ query }, views) => menuTree((await views.menus.all(query)).map(viewMenu)),
    }),
    route({
      method: 'GET',
      path: '/menus/constant-routes',
      operation: 'listConstantRoutes',
      summary: 'List the routes that need no login',
      description:
        'Enabled menus whose `constant` is true, and the directories above them, as a tree. A disabled menu hides everything below it.',
      access: 'public',
      data: listOf(routeNodeSchema),
      handle: listConstantRoutes(use),
    }),
    route({
      method: 'GET',
      path: '/menus/route-exists',
      operation: 'routeExists',
      summary: 'Check whether a route name is in use',
      access: 'authenticated',
      query: RouteExistsParameters,
      data: flag,
      read: ({ query: { routeName } }, views) => views.menus.routeExists(routeName),
    }),
    route({
      method: 'GET',
      path: '/menus/user-routes',
      operation: 'listUserRoutes',
      summary: 'List the routes of the caller',
      description:
        'The enabled menus of the caller’s enabled roles, as a tree, with the directories above them. A disabled menu hides everything below it. In a session without a second factor, roles with `requiresFactor` grant no menus.',
      access: 'authenticated',
      data: listOf(routeNodeSchema),
      read: ({ caller }, views) => listUserRoutes({ menus: views.menus, trees })(caller.id, caller.sessionId),
    }),
    route({
      method: 'GET',
      path: '/menus/:id',
      operation: 'getMenu',
      summary: 'Read a menu',
      access: 'authorized',
      allPermissions: ['menu.read'],
      params: MenuPath,
      isVersioned: true,
      data: menuSchema,
      refuses: ['menu-not-found'],
      read: async ({ params: { id } }, views) => viewMenu(orNotFound(await views.menus.find(id), 'menu-not-found')),
    }),
    route({
      method: 'PATCH',
      path: '/menus/:id',
      operation: 'updateMenu',
      summary: 'Change a menu',
      description: '`parentId` is ignored. Use `POST /api/menus/:id/move` to change it.',
      access: 'authorized',
      allPermissions: ['menu.update'],
      params: MenuPath,
      body: UpdateMenuBody,
      isVersioned: true,
      isConditional: true,
      data: menuSchema,
      refuses: ['menu-not-found', 'directory-menu-has-parent'],
      handle: async ({ params: { id }, body, caller, ifMatch }) =>
        viewMenu(await use.updateMenu({ actor: caller, ifMatch, id, change: body })),
    }),
    route({
      method: 'POST',
      path: '/menus/:id/move',
      operation: 'moveMenu',
      idempotencyKey: 'accepted',
      summary: 'Move a menu to another parent',
      description:
        'All menus below the menu move with it. `parentId` is required; null, an empty text and 0 mean the root. A `position` also moves the menu among the menus of its new parent. An unknown parent is rejected with 400, code 1005.',
      access: 'authorized',
      allPermissions: ['menu.update'],
      params: MenuPath,
      body: MoveMenuBody,
      isVersioned: true,
      isConditional: true,
      data: menuSchema,
      refuses: ['menu-not-found', 'directory-menu-has-parent', 'unknown-parent-menu', 'menu-cycle', 'menu-too-deep'],
      handle: async ({ params: { id }, body: { parentId, ...place }, caller, ifMatch }) =>
        viewed(
          caller,
          (actor) => use.moveMenu({ ...place, actor, ifMatch, id, parentId: parentIdOf(parentId) }),
          viewMenu,
        ),
    }),
    route({
      method: 'DELETE',
      path: '/menus/:id',
      operation: 'deleteMenu',
      summary: 'Delete a menu',
      access: 'authorized',
      allPermissions: ['menu.delete'],
      params: MenuPath,
      isConditional: true,
      data: nothing,
      refuses: ['menu-not-found', 'menu-has-children'],
      handle: ({ params: { id }, caller, ifMatch }) => use.deleteMenu({ actor: caller, ifMatch, id }),
    }),
  ];
}

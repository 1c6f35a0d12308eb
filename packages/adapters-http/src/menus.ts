import {
  menuSortFields,
  type CreateMenu,
  type DeleteMenu,
  type MenuSortField,
  type MenuViews,
  type UpdateMenu,
} from '@portcullis/application';
import {
  iconTypes,
  isId,
  menuLimits,
  menuStatuses,
  menuTree,
  menuTypes,
  present,
  routeTree,
  viewMenu,
  type IconType,
  type MenuId,
  type MenuStatus,
  type MenuType,
  type RouteQuery,
} from '@portcullis/domain';
import { ValidateIf } from 'class-validator';
import { Flag, Integer, IsJson, Nullable, OneOf, Optional, Text, Uuid } from './fields.ts';
import { ListParameters } from './list-query.ts';
import { partial } from './read.ts';
import { route, type Route } from './route.ts';

class MenuPath {
  @Uuid() id!: MenuId;
}

class MenuTreeParameters {
  @Optional() @Integer() @OneOf(menuStatuses) status?: MenuStatus;
  @Optional() @Integer() @OneOf(menuTypes) menuType?: MenuType;
  @Optional() @Uuid() parentId?: MenuId;
  @Optional() @Flag() constant?: boolean;
}

class MenuListParameters extends ListParameters {
  @Optional() @Integer() @OneOf(menuStatuses) status?: MenuStatus;
  @Optional() @Integer() @OneOf(menuTypes) menuType?: MenuType;
  @Optional() @Uuid() parentId?: MenuId;
  @Optional() @Flag() constant?: boolean;
  @Optional() @OneOf(menuSortFields) sortBy?: MenuSortField;
}

class RouteExistsParameters {
  @Text(menuLimits.routeName) routeName!: string;
}

class MenuBody {
  @Text(menuLimits.routeName) routeName!: string;
  @Text(menuLimits.routePath) routePath!: string;
  @Optional() @Text(menuLimits.menuName) menuName?: string;
  @Nullable() @Text(menuLimits.text) i18nKey?: string | null;
  @Optional() @Integer() @OneOf(iconTypes) iconType?: IconType;
  @Nullable() @Text(menuLimits.text) icon?: string | null;
  @Nullable() @Text(menuLimits.text) localIcon?: string | null;
  @Nullable() @Integer(menuLimits.iconFontSize.min, menuLimits.iconFontSize.max) iconFontSize?: number | null;
  @Optional() @Integer() order?: number;
  @Integer() @OneOf(menuTypes) menuType!: MenuType;
  @Nullable() @Text(menuLimits.text) component?: string | null;
  @Nullable() @Text(menuLimits.href) href?: string | null;
  @Optional() @Flag() hideInMenu?: boolean;
  @Nullable() @Text(menuLimits.text) activeMenu?: string | null;
  @Optional() @Flag() multiTab?: boolean;
  @Nullable() @Integer(0) fixedIndexInTab?: number | null;
  @Optional() @Integer() @OneOf(menuStatuses) status?: MenuStatus;
  @Optional() @Flag() keepAlive?: boolean;
  @Optional() @Flag() constant?: boolean;
  @Nullable() @IsJson() query?: RouteQuery | null;
}

/** What clients of this family send for 'no parent'. */
const root: readonly unknown[] = [undefined, null, '', 0, '0'];

class CreateMenuBody extends MenuBody {
  @ValidateIf((_body, value) => !root.includes(value)) @Uuid() parentId?: unknown;
}

/** Without `parentId`: on PATCH it is ignored whatever it is, the value 0 included. */
class UpdateMenuBody extends partial(MenuBody) {}

export interface MenuRoutes {
  readonly createMenu: CreateMenu;
  readonly updateMenu: UpdateMenu;
  readonly deleteMenu: DeleteMenu;
  readonly menus: MenuViews;
}

/** Specification, section 4.5. */
export const menuRoutes = ({ createMenu, updateMenu, deleteMenu, menus }: MenuRoutes): readonly Route[] => [
  route({
    method: 'POST',
    path: '/menus',
    who: 'holder',
    allPermissions: ['menu.create'],
    status: 201,
    body: CreateMenuBody,
    handle: async ({ body: { parentId, ...fields } }) =>
      viewMenu(await createMenu.execute({ ...fields, parentId: isId<'Menu'>(parentId) ? parentId : null })),
  }),
  route({
    method: 'GET',
    path: '/menus',
    who: 'holder',
    allPermissions: ['menu.read'],
    query: MenuListParameters,
    handle: async ({ query }) => {
      const page = await menus.list(query);
      return { ...page, items: page.items.map(viewMenu) };
    },
  }),
  route({
    method: 'GET',
    path: '/menus/tree',
    who: 'holder',
    allPermissions: ['menu.read'],
    query: MenuTreeParameters,
    handle: async ({ query }) => menuTree((await menus.all(query)).map(viewMenu)),
  }),
  route({
    method: 'GET',
    path: '/menus/constant-routes',
    who: 'anyone',
    handle: async () => {
      const all = await menus.all({});
      return routeTree(all, new Set(all.filter(({ constant }) => constant).map(({ id }) => id)));
    },
  }),
  route({
    method: 'GET',
    path: '/menus/route-exists',
    who: 'logged-in',
    query: RouteExistsParameters,
    handle: ({ query: { routeName } }) => menus.routeExists(routeName),
  }),
  route({
    method: 'GET',
    path: '/menus/user-routes',
    who: 'logged-in',
    handle: async ({ caller }) => {
      const { menus: all, granted } = await menus.grantedTo(caller.id);
      return routeTree(all, granted);
    },
  }),
  route({
    method: 'GET',
    path: '/menus/:id',
    who: 'holder',
    allPermissions: ['menu.read'],
    params: MenuPath,
    handle: async ({ params: { id } }) => viewMenu(present(await menus.find(id), 'menu-not-found')),
  }),
  route({
    method: 'PATCH',
    path: '/menus/:id',
    who: 'holder',
    allPermissions: ['menu.update'],
    params: MenuPath,
    body: UpdateMenuBody,
    handle: async ({ params: { id }, body }) => viewMenu(await updateMenu.execute({ id, change: body })),
  }),
  route({
    method: 'DELETE',
    path: '/menus/:id',
    who: 'holder',
    allPermissions: ['menu.delete'],
    params: MenuPath,
    handle: ({ params: { id } }) => deleteMenu.execute(id),
  }),
];

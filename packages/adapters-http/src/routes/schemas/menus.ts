import {
  iconTypes,
  menuStatuses,
  menuTypes,
  type MenuView,
  type RouteNode,
  type RouteQuery,
  type TreeOf,
} from '@portcullis/domain';
import {
  explained,
  flag,
  uuid,
  integer,
  json,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  timestamps,
  type Fields,
  type Schema,
} from '../../validation/schema.ts';

const query: Schema<RouteQuery> = json;

const routeFields: Fields<RouteNode> = {
  id: explained(uuid(), 'The id of the menu.'),
  routeName: explained(text, 'The name of the route in the front end, such as `manage_user`; need not be unique.'),
  routePath: explained(text, 'The path of the route in the front end, such as `/manage/user`.'),
  menuName: explained(text, 'The name to show (default empty).'),
  title: explained(text, '`menuName`, or `routeName` if that is empty.'),
  i18nKey: explained(nullable(text), 'The key of the translated name, such as `route.manage_user`.'),
  iconType: explained(oneOf(iconTypes), '1: Iconify icon in `icon` (default), 2: local icon in `localIcon`.'),
  icon: explained(nullable(text), 'The name of the Iconify icon; null in responses if `iconType` is 2.'),
  localIcon: explained(nullable(text), 'The name of the local icon; null in responses if `iconType` is 1.'),
  iconFontSize: explained(nullable(integer), 'The size of the icon, in pixels.'),
  order: explained(integer, 'The position among menus with the same parent, in ascending order (default 0).'),
  menuType: explained(oneOf(menuTypes), '1: directory, 2: page.'),
  component: explained(nullable(text), 'The component that the front end shows, such as `view.manage_user`.'),
  href: explained(nullable(text), 'The URL that the menu opens instead of a page of the front end.'),
  hideInMenu: explained(flag, 'Whether the route is left out of the menu (default false).'),
  activeMenu: explained(nullable(text), 'The `routeName` of the menu that is highlighted while this route is open.'),
  multiTab: explained(flag, 'Whether the route may be open in several tabs (default false).'),
  fixedIndexInTab: explained(
    nullable(integer),
    'The position of the pinned tab, counted from 0; null if the tab is not pinned.',
  ),
  keepAlive: explained(flag, 'Whether the front end keeps the page in memory when it is left (default false).'),
  constant: explained(flag, 'Whether the route needs no login (default false).'),
  query: explained(nullable(query), 'The query parameters that the route is opened with.'),
};

export const menuFields: Fields<MenuView> = {
  ...routeFields,
  parentId: explained(nullable(uuid()), 'The id of the parent menu; null at the root.'),
  status: explained(oneOf(menuStatuses), '1: enabled (default); 0 and 2: disabled, returned as sent.'),
  ...timestamps,
};

/** A menu (docs/interface.md §2.6). */
export const menuSchema = named('Menu', () => object<MenuView>(menuFields));

export const menuNodeSchema: Schema<TreeOf<MenuView>> = named('MenuNode', () =>
  object<TreeOf<MenuView>>({
    ...menuFields,
    children: explained(listOf(menuNodeSchema), 'The menus below; empty for a leaf.'),
  }),
);

/** A node of the route tree that front-end routers read (docs/interface.md §4.5). */
export const routeNodeSchema: Schema<TreeOf<RouteNode>> = named('RouteNode', () =>
  object<TreeOf<RouteNode>>({
    ...routeFields,
    children: explained(listOf(routeNodeSchema), 'The routes below; empty for a leaf.'),
  }),
);

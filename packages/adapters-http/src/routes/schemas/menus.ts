import {
  iconTypes,
  menuLimits,
  menuStatuses,
  menuTypes,
  type MenuView,
  type RouteQuery,
} from '@portcullis/domain/internal/menu';
import type { RouteNode } from '@portcullis/domain/internal/menu-tree';
import type { TreeOf } from '@portcullis/domain/internal/tree';
import {
  withDescription,
  flag,
  uuid,
  integer,
  integerFrom,
  json,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  textOf,
  versioned,
  type Fields,
  type Schema,
} from '../../validation/schema.ts';

const query: Schema<RouteQuery> = json;
const optionalText = nullable(textOf(menuLimits.text));

const routeFields: Fields<RouteNode> = {
  id: withDescription(uuid(), 'The id of the menu.'),
  routeName: withDescription(
    textOf(menuLimits.routeName),
    'The name of the route in the front end, such as `manage_user`. It need not be unique.',
  ),
  routePath: withDescription(
    textOf(menuLimits.routePath),
    'The path of the route in the front end, such as `/manage/user`.',
  ),
  menuName: withDescription(textOf(menuLimits.menuName), 'The name to show.', 'Default: empty.'),
  title: withDescription(textOf(menuLimits.routeName), '`menuName`, or `routeName` if `menuName` is empty.'),
  i18nKey: withDescription(optionalText, 'The key of the translated name, such as `route.manage_user`.'),
  iconType: withDescription(
    oneOf(iconTypes),
    '1: Iconify icon in `icon`, 2: local icon in `localIcon`.',
    'Default: 1.',
  ),
  icon: withDescription(optionalText, 'The name of the Iconify icon; null in responses if `iconType` is 2.'),
  localIcon: withDescription(optionalText, 'The name of the local icon; null in responses if `iconType` is 1.'),
  iconFontSize: withDescription(
    nullable(integerFrom(menuLimits.iconFontSize.min, menuLimits.iconFontSize.max)),
    'The size of the icon, in pixels.',
  ),
  order: withDescription(integer, 'The position among menus with the same parent, in ascending order.', 'Default: 0.'),
  menuType: withDescription(oneOf(menuTypes), '1: directory, 2: page.'),
  component: withDescription(optionalText, 'The component that the front end shows, such as `view.manage_user`.'),
  href: withDescription(
    nullable(textOf(menuLimits.href)),
    'The URL that the menu opens instead of a page of the front end.',
  ),
  hideInMenu: withDescription(flag, 'Whether the route is hidden in the menu.', 'Default: false.'),
  activeMenu: withDescription(
    optionalText,
    'The `routeName` of the menu that is highlighted while this route is open.',
  ),
  multiTab: withDescription(flag, 'Whether the route may be open in several tabs.', 'Default: false.'),
  fixedIndexInTab: withDescription(
    nullable(integerFrom(0)),
    'The position of the pinned tab, counted from 0; null if the tab is not pinned.',
  ),
  keepAlive: withDescription(
    flag,
    'Whether the front end keeps the page in memory when the user leaves it.',
    'Default: false.',
  ),
  constant: withDescription(flag, 'Whether the route needs no login.', 'Default: false.'),
  query: withDescription(nullable(query), 'The query parameters with which the route is opened.'),
};

export const menuFields: Fields<MenuView> = {
  ...routeFields,
  parentId: withDescription(nullable(uuid()), 'The id of the parent menu; null for a menu at the root.'),
  status: withDescription(oneOf(menuStatuses), '1: enabled; 0 and 2: disabled, returned as sent.', 'Default: 1.'),
  ...versioned,
};

/** A menu (docs/interface.md §2.6). */
export const menuSchema = named('Menu', () => object<MenuView>(menuFields));

export const menuNodeSchema: Schema<TreeOf<MenuView>> = named('MenuNode', () =>
  object<TreeOf<MenuView>>({
    ...menuFields,
    children: withDescription(listOf(menuNodeSchema), 'The child menus; empty if there are none.'),
  }),
);

/** A node of the route tree that front-end routers read (docs/interface.md §4.5). */
export const routeNodeSchema: Schema<TreeOf<RouteNode>> = named('RouteNode', () =>
  object<TreeOf<RouteNode>>({
    ...routeFields,
    children: withDescription(listOf(routeNodeSchema), 'The child routes; empty if there are none.'),
  }),
);

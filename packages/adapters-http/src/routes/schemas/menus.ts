import {
  iconTypes,
  menuLimits,
  menuStatuses,
  menuTypes,
  type MenuView,
  type RouteQuery,
} from '@portcullis/domain/internal/menus/menu';
import type { RouteNode } from '@portcullis/domain/internal/menus/menu-tree';
import type { TreeOf } from '@portcullis/domain/internal/shared/tree';
import * as schema from '../../validation/schema.ts';
import type { Fields, Schema } from '../../validation/schema.ts';

const query: Schema<RouteQuery> = schema.json;
const optionalText = schema.nullable(schema.textOf(menuLimits.text));

const routeFields: Fields<RouteNode> = {
  id: schema.withDescription(schema.uuid(), 'The id of the menu.'),
  routeName: schema.withDescription(
    schema.textOf(menuLimits.routeName),
    'The name of the route in the front end, such as `manage_user`. It need not be unique.',
  ),
  routePath: schema.withDescription(
    schema.textOf(menuLimits.routePath),
    'The path of the route in the front end, such as `/manage/user`.',
  ),
  menuName: schema.withDescription(schema.textOf(menuLimits.menuName), 'The name to show.', 'Default: empty.'),
  title: schema.withDescription(
    schema.textOf(menuLimits.routeName),
    '`menuName`, or `routeName` if `menuName` is empty.',
  ),
  i18nKey: schema.withDescription(optionalText, 'The key of the translated name, such as `route.manage_user`.'),
  iconType: schema.withDescription(
    schema.oneOf(iconTypes),
    '1: Iconify icon in `icon`, 2: local icon in `localIcon`.',
    'Default: 1.',
  ),
  icon: schema.withDescription(optionalText, 'The name of the Iconify icon; null in responses if `iconType` is 2.'),
  localIcon: schema.withDescription(optionalText, 'The name of the local icon; null in responses if `iconType` is 1.'),
  iconFontSize: schema.withDescription(
    schema.nullable(schema.integerFrom(menuLimits.iconFontSize.min, menuLimits.iconFontSize.max)),
    'The size of the icon, in pixels.',
  ),
  order: schema.withDescription(
    schema.integer,
    'The position among menus with the same parent, in ascending order.',
    'Default: 0.',
  ),
  menuType: schema.withDescription(schema.oneOf(menuTypes), '1: directory, 2: page.'),
  component: schema.withDescription(
    optionalText,
    'The component that the front end shows, such as `view.manage_user`.',
  ),
  href: schema.withDescription(
    schema.nullable(schema.textOf(menuLimits.href)),
    'The URL that the menu opens instead of a page of the front end.',
  ),
  hideInMenu: schema.withDescription(schema.flag, 'Whether the route is hidden in the menu.', 'Default: false.'),
  activeMenu: schema.withDescription(
    optionalText,
    'The `routeName` of the menu that is highlighted while this route is open.',
  ),
  multiTab: schema.withDescription(schema.flag, 'Whether the route may be open in several tabs.', 'Default: false.'),
  fixedIndexInTab: schema.withDescription(
    schema.nullable(schema.integerFrom(0)),
    'The position of the pinned tab, counted from 0; null if the tab is not pinned.',
  ),
  keepAlive: schema.withDescription(
    schema.flag,
    'Whether the front end keeps the page in memory when the user leaves it.',
    'Default: false.',
  ),
  constant: schema.withDescription(schema.flag, 'Whether the route needs no login.', 'Default: false.'),
  query: schema.withDescription(schema.nullable(query), 'The query parameters with which the route is opened.'),
};

export const menuFields: Fields<MenuView> = {
  ...routeFields,
  parentId: schema.withDescription(
    schema.nullable(schema.uuid()),
    'The id of the parent menu; null for a menu at the root.',
  ),
  status: schema.withDescription(
    schema.oneOf(menuStatuses),
    '1: enabled; 0 and 2: disabled, returned as sent.',
    'Default: 1.',
  ),
  ...schema.versioned,
};

/** A menu (docs/interface.md §2.6). */
export const menuSchema = schema.namedObject<MenuView>('Menu', menuFields);

export const menuNodeSchema: Schema<TreeOf<MenuView>> = schema.named('MenuNode', () =>
  schema.object<TreeOf<MenuView>>({
    ...menuFields,
    children: schema.withDescription(schema.listOf(menuNodeSchema), 'The child menus; empty if there are none.'),
  }),
);

/** A node of the route tree that front-end routers read (docs/interface.md §4.5). */
export const routeNodeSchema: Schema<TreeOf<RouteNode>> = schema.named('RouteNode', () =>
  schema.object<TreeOf<RouteNode>>({
    ...routeFields,
    children: schema.withDescription(schema.listOf(routeNodeSchema), 'The child routes; empty if there are none.'),
  }),
);

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
  listOf,
  moment,
  named,
  nullable,
  object,
  oneOf,
  text,
  type Fields,
  type Schema,
} from '../../validation/schema.ts';

const query: Schema<RouteQuery> = { type: ['object', 'array'] };

const routeFields: Fields<RouteNode> = {
  id: uuid(),
  routeName: text,
  routePath: text,
  menuName: text,
  title: explained(text, '`menuName`, or `routeName` where that is empty.'),
  i18nKey: nullable(text),
  iconType: explained(oneOf(iconTypes), '1: `icon` counts, 2: `localIcon` counts; the other one is answered as null.'),
  icon: nullable(text),
  localIcon: nullable(text),
  iconFontSize: nullable(integer),
  order: integer,
  menuType: explained(oneOf(menuTypes), '1 directory, 2 page.'),
  component: nullable(text),
  href: nullable(text),
  hideInMenu: flag,
  activeMenu: nullable(text),
  multiTab: flag,
  fixedIndexInTab: nullable(integer),
  keepAlive: flag,
  constant: flag,
  query: explained(nullable(query), 'Parameters the route is opened with.'),
};

const menuFields: Fields<MenuView> = {
  ...routeFields,
  parentId: explained(nullable(uuid()), 'Null at the root.'),
  status: explained(oneOf(menuStatuses), '1 enabled; 0 and 2 disabled, answered as sent.'),
  createdAt: moment,
  updatedAt: moment,
};

/** A menu (docs/interface.md §2.6). */
export const menuSchema = named('Menu', () => object<MenuView>(menuFields));

export const menuNodeSchema: Schema<TreeOf<MenuView>> = named('MenuNode', () =>
  object<TreeOf<MenuView>>({ ...menuFields, children: listOf(menuNodeSchema) }),
);

/** A node of the route tree that front-end routers read (docs/interface.md §4.5). */
export const routeNodeSchema: Schema<TreeOf<RouteNode>> = named('RouteNode', () =>
  object<TreeOf<RouteNode>>({ ...routeFields, children: listOf(routeNodeSchema) }),
);

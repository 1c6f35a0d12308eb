import type { Schemas } from '@portcullis/client';
import {
  fromStatus,
  emptyToUndefined,
  knownKey,
  timestampsOf,
  toQueryPairs,
  toStatus,
  type EnableStatus,
  type Names,
  type QueryPair,
} from './values.ts';

type Node = Schemas['MenuNode'];

type Kept = 'id' | 'menuName' | 'routeName' | 'routePath' | 'order' | 'href' | 'hideInMenu' | 'multiTab';

/** A row of the front end's menu table. */
export interface MenuRow<Key extends string = string, Route extends string = string>
  extends Pick<Node, Kept | 'fixedIndexInTab' | 'keepAlive' | 'constant'> {
  /** The id of the parent, or 0 for a menu at the root. */
  readonly parentId: string | 0;
  readonly menuType: '1' | '2';
  readonly iconType: '1' | '2';
  /** The name of an Iconify icon or of a local icon. The front end has one field for both kinds. */
  readonly icon: string;
  readonly status: EnableStatus | null;
  readonly component: string | undefined;
  /** Null if the front end has no text for the key. The table then shows the name of the menu. */
  readonly i18nKey: Key | null;
  readonly activeMenu: Route | null;
  readonly query: QueryPair[] | null;
  readonly buttons: null;
  /** Undefined for a leaf, because the table shows an expander even for an empty array. */
  readonly children: MenuRow<Key, Route>[] | undefined;
  readonly createBy: string;
  readonly createTime: string;
  readonly updateBy: string;
  readonly updateTime: string;
  readonly version: number;
}

const digitOf = (number: 1 | 2): '1' | '2' => (number === 1 ? '1' : '2');

/** Returns a menu and its submenus as rows of the table of menus. */
export const toMenuRow = <Key extends string, Route extends string>(
  menu: Node,
  names: Names<Key, Route>,
): MenuRow<Key, Route> => ({
  ...menu,
  parentId: menu.parentId ?? 0,
  menuType: digitOf(menu.menuType),
  iconType: digitOf(menu.iconType),
  icon: (menu.iconType === 2 ? menu.localIcon : menu.icon) ?? '',
  status: toStatus(menu.status),
  component: menu.component ?? undefined,
  i18nKey: knownKey(menu.i18nKey, names) ?? null,
  activeMenu: menu.activeMenu !== null && names.isKnown(menu.activeMenu) ? menu.activeMenu : null,
  query: toQueryPairs(menu.query),
  buttons: null,
  children: menu.children.length > 0 ? menu.children.map((child) => toMenuRow(child, names)) : undefined,
  ...timestampsOf(menu),
});

/**
 * The values of the menu form. `parentId` is 0 for a menu at the root. An empty text means that the value is not set.
 */
export interface MenuForm {
  readonly parentId?: string | number | null;
  readonly menuType: string | number;
  readonly menuName: string;
  readonly routeName: string;
  readonly routePath: string;
  readonly component?: string | null | undefined;
  readonly i18nKey?: string | null;
  readonly iconType: string | number;
  readonly icon?: string | null;
  readonly order?: number | null;
  readonly status?: string | null;
  readonly href?: string | null;
  readonly hideInMenu?: boolean | null;
  readonly activeMenu?: string | null;
  readonly multiTab?: boolean | null;
  readonly fixedIndexInTab?: number | null;
  readonly keepAlive?: boolean | null;
  readonly constant?: boolean | null;
  readonly query?: readonly QueryPair[] | null;
}

/** Returns the body of the request that stores the menu of a form. */
export function fromMenuForm(form: MenuForm) {
  const iconType = Number(form.iconType);
  const icon = emptyToUndefined(form.icon) ?? null;
  const query = form.query ?? [];
  return {
    ...(Boolean(form.parentId) && { parentId: form.parentId }),
    menuType: Number(form.menuType),
    menuName: form.menuName,
    routeName: form.routeName,
    routePath: form.routePath,
    component: emptyToUndefined(form.component) ?? null,
    i18nKey: emptyToUndefined(form.i18nKey) ?? null,
    iconType,
    icon: iconType === 2 ? null : icon,
    localIcon: iconType === 2 ? icon : null,
    order: form.order ?? 0,
    status: fromStatus(form.status),
    href: emptyToUndefined(form.href) ?? null,
    hideInMenu: form.hideInMenu ?? false,
    activeMenu: emptyToUndefined(form.activeMenu) ?? null,
    multiTab: form.multiTab ?? false,
    fixedIndexInTab: form.fixedIndexInTab ?? null,
    keepAlive: form.keepAlive ?? false,
    constant: form.constant ?? false,
    query: query.length > 0 ? query : null,
  };
}

/** A menu in the front end's tree select. */
export interface MenuChoice {
  readonly id: string;
  /** The id of the parent, or 0 for a menu at the root. */
  readonly pId: string | 0;
  readonly label: string;
  readonly children?: MenuChoice[];
}

/**
 * Returns a menu and its submenus as nodes of the tree in the form of a role.
 * @param translate returns the text of a key of the locale files
 */
export const toMenuChoice = <Key extends string>(
  menu: Node,
  names: Names<Key>,
  translate: (key: Key) => string,
): MenuChoice => {
  const key = knownKey(menu.i18nKey, names);
  return {
    id: menu.id,
    pId: menu.parentId ?? 0,
    label: key === undefined ? menu.title : translate(key),
    ...(menu.children.length > 0 && { children: menu.children.map((child) => toMenuChoice(child, names, translate)) }),
  };
};

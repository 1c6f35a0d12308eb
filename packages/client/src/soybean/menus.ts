import type { Schemas } from '../client.ts';
import { fromStatus, given, stampsOf, toQueryPairs, toStatus, type EnableStatus, type QueryPair } from './values.ts';

type Node = Schemas['MenuNode'];

/** A menu as the front end's table of menus shows it. */
export interface MenuRow
  extends Omit<Node, 'children' | 'component' | 'icon' | 'iconType' | 'menuType' | 'parentId' | 'query' | 'status'> {
  /** 0 at the root. */
  readonly parentId: string | 0;
  readonly menuType: string;
  readonly iconType: string;
  /** Of either kind: the front end keeps both in one field. */
  readonly icon: string;
  readonly status: EnableStatus;
  readonly component: string | undefined;
  readonly query: QueryPair[] | null;
  readonly buttons: null;
  /** Undefined where there are none: an empty list draws an expander on every leaf. */
  readonly children: MenuRow[] | undefined;
  readonly createTime: string;
  readonly updateTime: string;
}

export const toMenuRow = (menu: Node): MenuRow => ({
  ...menu,
  parentId: menu.parentId ?? 0,
  menuType: String(menu.menuType),
  iconType: String(menu.iconType),
  icon: (menu.iconType === 2 ? menu.localIcon : menu.icon) ?? '',
  status: toStatus(menu.status),
  component: menu.component ?? undefined,
  query: toQueryPairs(menu.query),
  buttons: null,
  children: menu.children.length > 0 ? menu.children.map(toMenuRow) : undefined,
  ...stampsOf(menu),
});

/** What the menu dialogue holds: enumerations as text, 0 for the root, empty text for nothing. */
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

export function fromMenuForm(form: MenuForm) {
  const iconType = Number(form.iconType);
  const icon = given(form.icon) ?? null;
  const query = form.query ?? [];
  return {
    ...(Boolean(form.parentId) && { parentId: form.parentId }),
    menuType: Number(form.menuType),
    menuName: form.menuName,
    routeName: form.routeName,
    routePath: form.routePath,
    component: given(form.component) ?? null,
    i18nKey: given(form.i18nKey) ?? null,
    iconType,
    icon: iconType === 2 ? null : icon,
    localIcon: iconType === 2 ? icon : null,
    order: form.order ?? 0,
    status: fromStatus(form.status),
    href: given(form.href) ?? null,
    hideInMenu: form.hideInMenu ?? false,
    activeMenu: given(form.activeMenu) ?? null,
    multiTab: form.multiTab ?? false,
    fixedIndexInTab: form.fixedIndexInTab ?? null,
    keepAlive: form.keepAlive ?? false,
    constant: form.constant ?? false,
    query: query.length > 0 ? query : null,
  };
}

/** A menu as the front end's pickers show it. */
export interface MenuChoice {
  readonly id: string;
  /** 0 at the root. */
  readonly pId: string | 0;
  readonly label: string;
  readonly children?: MenuChoice[];
}

export const toMenuChoice = (menu: Node): MenuChoice => ({
  id: menu.id,
  pId: menu.parentId ?? 0,
  label: menu.title,
  ...(menu.children.length > 0 && { children: menu.children.map(toMenuChoice) }),
});

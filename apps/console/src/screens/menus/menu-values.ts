import type { Schemas } from '@portcullis/client';
import { orNull } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { InvalidInput } from '../../parts/load.tsx';

/**
 * The values of the form of a menu. Values that the person types, including numbers, are strings until they are sent.
 */
export interface MenuValues {
  readonly parentId: string;
  readonly routeName: string;
  readonly routePath: string;
  readonly menuName: string;
  readonly i18nKey: string;
  readonly menuType: string;
  readonly order: string;
  readonly status: string;
  readonly iconType: string;
  readonly icon: string;
  readonly localIcon: string;
  readonly iconFontSize: string;
  readonly component: string;
  readonly href: string;
  readonly activeMenu: string;
  readonly fixedIndexInTab: string;
  readonly query: string;
  readonly hideInMenu: boolean;
  readonly keepAlive: boolean;
  readonly multiTab: boolean;
  readonly constant: boolean;
}

export const newMenuValues = (parentId: string, order: number): MenuValues => ({
  parentId,
  routeName: '',
  routePath: '',
  menuName: '',
  i18nKey: '',
  menuType: '2',
  order: String(order),
  status: '1',
  iconType: '1',
  icon: '',
  localIcon: '',
  iconFontSize: '',
  component: '',
  href: '',
  activeMenu: '',
  fixedIndexInTab: '',
  query: '',
  hideInMenu: false,
  keepAlive: false,
  multiTab: false,
  constant: false,
});

export const valuesOf = (menu: Schemas['Menu']): MenuValues => ({
  parentId: menu.parentId ?? '',
  routeName: menu.routeName,
  routePath: menu.routePath,
  menuName: menu.menuName,
  i18nKey: menu.i18nKey ?? '',
  menuType: String(menu.menuType),
  order: String(menu.order),
  status: String(menu.status),
  iconType: String(menu.iconType),
  icon: menu.icon ?? '',
  localIcon: menu.localIcon ?? '',
  iconFontSize: String(menu.iconFontSize ?? ''),
  component: menu.component ?? '',
  href: menu.href ?? '',
  activeMenu: menu.activeMenu ?? '',
  fixedIndexInTab: String(menu.fixedIndexInTab ?? ''),
  query: menu.query === null ? '' : JSON.stringify(menu.query, undefined, 2),
  hideInMenu: menu.hideInMenu,
  keepAlive: menu.keepAlive,
  multiTab: menu.multiTab,
  constant: menu.constant,
});

function integerOf(field: keyof MenuValues, text: string): number {
  if (!/^-?\d{1,9}$/u.test(text.trim())) throw new InvalidInput(field, texts().menus.notANumber);
  return Number(text);
}

const integerOrNull = (field: keyof MenuValues, text: string): number | null =>
  text.trim() === '' ? null : integerOf(field, text);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function queryOf(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return null;
  let query: unknown;
  try {
    query = JSON.parse(text);
  } catch {
    query = undefined;
  }
  if (!isRecord(query)) throw new InvalidInput('query', texts().menus.notJson);
  return query;
}

const statusOf = (text: string): 0 | 1 | 2 => (text === '1' ? 1 : text === '2' ? 2 : 0);

/**
 * Returns the request body. Only the icon field of the selected icon type is sent, so the stored value of the other
 * icon field does not change.
 * @throws {InvalidInput} if a number is invalid, or the query is not a JSON object or array
 */
export const bodyOf = (values: MenuValues) => ({
  routeName: values.routeName,
  routePath: values.routePath,
  menuName: values.menuName,
  i18nKey: orNull(values.i18nKey),
  menuType: values.menuType === '1' ? (1 as const) : (2 as const),
  order: integerOf('order', values.order),
  status: statusOf(values.status),
  ...(values.iconType === '2'
    ? { iconType: 2 as const, localIcon: orNull(values.localIcon) }
    : { iconType: 1 as const, icon: orNull(values.icon) }),
  iconFontSize: integerOrNull('iconFontSize', values.iconFontSize),
  component: orNull(values.component),
  href: orNull(values.href),
  activeMenu: orNull(values.activeMenu),
  fixedIndexInTab: integerOrNull('fixedIndexInTab', values.fixedIndexInTab),
  query: queryOf(values.query),
  hideInMenu: values.hideInMenu,
  keepAlive: values.keepAlive,
  multiTab: values.multiTab,
  constant: values.constant,
});

type MenuNode = Schemas['MenuNode'];

const isFound = ({ title, routeName, routePath }: MenuNode, sought: string): boolean =>
  [title, routeName, routePath].some((name) => name.toLowerCase().includes(sought));

/** @returns the menus whose title, route name or route path contains the text, and all ancestors of these menus. */
export function menusWith(nodes: readonly MenuNode[], text: string): readonly MenuNode[] {
  const sought = text.trim().toLowerCase();
  return nodes.flatMap((node) => {
    const children = [...menusWith(node.children, sought)];
    return children.length > 0 || isFound(node, sought) ? [{ ...node, children }] : [];
  });
}

/**
 * @param granted the ids of the menus that a role grants
 * @returns the menu tree of a user who has only this role (docs/interface.md, section 4.5). A disabled menu hides all
 * menus below it. A directory without a grant is shown if a menu below it is shown. A page without a grant is omitted,
 * and the menus below it move up.
 */
export const seenByRole = (nodes: readonly MenuNode[], granted: ReadonlySet<string>): readonly MenuNode[] =>
  nodes.flatMap((node) => {
    if (node.status !== 1) return [];
    const children = [...seenByRole(node.children, granted)];
    const isShown = granted.has(node.id) || (node.menuType === 1 && children.length > 0);
    return isShown ? [{ ...node, children }] : children;
  });

import type { Schemas } from '@portcullis/client';
import { orNull, textsOf, withNulls } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { InvalidInput } from '../../parts/load.tsx';

const textFields = [
  'routeName',
  'routePath',
  'menuName',
  'i18nKey',
  'icon',
  'localIcon',
  'iconFontSize',
  'component',
  'href',
  'activeMenu',
  'fixedIndexInTab',
] as const;

/**
 * Returns the values of the form of a menu. Values that the person types, including numbers, are strings until they are
 * sent.
 */
export const valuesOf = (menu?: Schemas['Menu']) => ({
  ...textsOf(textFields, menu),
  parentId: menu?.parentId ?? '',
  menuType: String(menu?.menuType ?? 2),
  order: String(menu?.order ?? 0),
  status: String(menu?.status ?? 1),
  iconType: String(menu?.iconType ?? 1),
  query: menu?.query ? JSON.stringify(menu.query, undefined, 2) : '',
  hideInMenu: menu?.hideInMenu === true,
  keepAlive: menu?.keepAlive === true,
  multiTab: menu?.multiTab === true,
  constant: menu?.constant === true,
});

export type MenuValues = ReturnType<typeof valuesOf>;

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
export const bodyOf = ({ parentId: _parentId, icon, localIcon, iconType, ...values }: MenuValues) => ({
  ...withNulls(values, ['i18nKey', 'component', 'href', 'activeMenu']),
  menuType: values.menuType === '1' ? (1 as const) : (2 as const),
  order: integerOf('order', values.order),
  status: statusOf(values.status),
  ...(iconType === '2'
    ? { iconType: 2 as const, localIcon: orNull(localIcon) }
    : { iconType: 1 as const, icon: orNull(icon) }),
  iconFontSize: integerOrNull('iconFontSize', values.iconFontSize),
  fixedIndexInTab: integerOrNull('fixedIndexInTab', values.fixedIndexInTab),
  query: queryOf(values.query),
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

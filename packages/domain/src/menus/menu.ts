import { builtInEvent, builtInSubject, ofDeletionAffecting, recordedFields } from '../shared/declare-event.ts';
import { BusinessError } from '../shared/errors.ts';
import type { MenuId } from '../shared/ids.ts';
import { placementError } from '../shared/tree.ts';
import type { Entity } from '../shared/version.ts';

/** 1 = directory, 2 = page. */
export type MenuType = 1 | 2;
export const directory: MenuType = 1;
export const page: MenuType = 2;
/** The kinds of menus. */
export const menuTypes: readonly MenuType[] = [directory, page];

/** 1 = Iconify icon in `icon`, 2 = local icon in `localIcon`. */
export type IconType = 1 | 2;
const iconifyIcon: IconType = 1;
const localIcon: IconType = 2;
/** The kinds of icons of menus. */
export const iconTypes: readonly IconType[] = [iconifyIcon, localIcon];

/**
 * 1 = enabled; 0 and 2 = disabled. Both values for disabled are accepted, because the front end soybean-admin sends 2.
 * The API returns the value that it received.
 */
export type MenuStatus = 0 | 1 | 2;
/** The status of a menu that is shown. */
export const menuEnabled: MenuStatus = 1;
/** The statuses of menus. */
export const menuStatuses: readonly MenuStatus[] = [0, 1, 2];

/** Query parameters with which the front end opens the route: any JSON object or array. */
export type RouteQuery = Readonly<Record<string, unknown>> | readonly unknown[];

/** The fields of a menu that PATCH may change. */
export interface MenuFields {
  readonly routeName: string;
  readonly routePath: string;
  readonly menuName: string;
  readonly i18nKey: string | null;
  readonly iconType: IconType;
  readonly icon: string | null;
  readonly localIcon: string | null;
  readonly iconFontSize: number | null;
  readonly order: number;
  readonly menuType: MenuType;
  readonly component: string | null;
  readonly href: string | null;
  readonly hideInMenu: boolean;
  readonly activeMenu: string | null;
  readonly multiTab: boolean;
  readonly fixedIndexInTab: number | null;
  readonly status: MenuStatus;
  readonly keepAlive: boolean;
  readonly constant: boolean;
  readonly query: RouteQuery | null;
}

/** A menu as it is stored. Both icon fields are stored for every `iconType`. */
export interface Menu extends MenuFields, Entity<MenuId> {
  /** Set at creation and by a move; null at the root. */
  readonly parentId: MenuId | null;
}

/** A menu as the API returns it: with a title, and null in the icon field that `iconType` does not select. */
export interface MenuView extends Menu {
  readonly title: string;
}

/** The limits of the fields of menus. */
export const menuLimits = {
  routeName: { min: 1, max: 128 },
  routePath: { min: 1, max: 255 },
  menuName: { min: 0, max: 128 },
  text: { min: 0, max: 255 },
  href: {
    min: 0,
    max: 2048,
    /** Control characters are refused because browsers remove them before they parse the scheme. */
    pattern: /^(?!\s*(?:javascript|vbscript|data):)\P{Cc}*$/iu,
    requirement: 'not be a script URL or contain control characters',
  },
  iconFontSize: { min: 1, max: 256 },
  /** Maximum number of levels in the tree. */
  depth: 16,
} as const;

/** The default values of optional fields at creation. */
export const menuDefaults: Omit<MenuFields, 'routeName' | 'routePath' | 'menuType'> = {
  menuName: '',
  i18nKey: null,
  iconType: iconifyIcon,
  icon: null,
  localIcon: null,
  iconFontSize: null,
  order: 0,
  component: null,
  href: null,
  hideInMenu: false,
  activeMenu: null,
  multiTab: false,
  fixedIndexInTab: null,
  status: menuEnabled,
  keepAlive: false,
  constant: false,
  query: null,
};

/**
 * Checks that a directory has no parent.
 * @throws {BusinessError} directory-menu-has-parent
 */
export function checkMenuPlace({ menuType, parentId }: Pick<Menu, 'menuType' | 'parentId'>): void {
  if (menuType !== directory || parentId === null) return;
  const message = 'A directory menu may not have a parent.';
  throw new BusinessError('directory-menu-has-parent', message, [{ field: 'menuType', message }]);
}

/** The position of a menu in the tree. */
export type MenuPlace = Pick<Menu, 'id' | 'parentId'>;

/**
 * Checks that the menu `moved` may be created or moved below `moved.parentId`. `places` contains the present position
 * of every menu in the tree. For a new menu, the positions of the parent and its ancestors are sufficient.
 * @throws {BusinessError} unknown-parent-menu, menu-cycle, menu-too-deep
 */
export function checkMenuParent(places: readonly MenuPlace[], moved: MenuPlace): void {
  switch (placementError(places, moved, menuLimits.depth)) {
    case undefined:
      return;
    case 'unknown-parent': {
      const message = 'The parent menu does not exist.';
      throw new BusinessError('unknown-parent-menu', message, [{ field: 'parentId', message }]);
    }
    case 'cycle':
      throw new BusinessError('menu-cycle', 'A menu cannot be below itself.');
    case 'too-deep':
      throw new BusinessError('menu-too-deep', `Menus may be nested ${menuLimits.depth} levels deep.`);
  }
}

/** Adds the title of a menu, and clears the icon field that `iconType` does not select. */
export function viewMenu(menu: Menu): MenuView {
  return {
    ...menu,
    title: menu.menuName === '' ? menu.routeName : menu.menuName,
    icon: menu.iconType === iconifyIcon ? menu.icon : null,
    localIcon: menu.iconType === localIcon ? menu.localIcon : null,
  };
}

const subject = builtInSubject('menu', 'routeName');
/** The fields of a menu that are set by requests. Events record them. */
export const menuFields = [
  'parentId',
  'routeName',
  'routePath',
  'menuName',
  'i18nKey',
  'iconType',
  'icon',
  'localIcon',
  'iconFontSize',
  'order',
  'menuType',
  'component',
  'href',
  'hideInMenu',
  'activeMenu',
  'multiTab',
  'fixedIndexInTab',
  'status',
  'keepAlive',
  'constant',
  'query',
] as const;
const recorded = recordedFields<Menu>()(...menuFields);

/** A moved menu, and how many of its new siblings got another `order`. The siblings get new versions, but no events. */
interface Moved extends Pick<Menu, 'parentId' | 'order'> {
  readonly renumbered: number;
}

/** The events of menus. */
export const menuEvents = {
  created: builtInEvent(subject, 'menu.created', recorded),
  updated: builtInEvent(subject, 'menu.updated', recorded),
  moved: builtInEvent(subject, 'menu.moved', recordedFields<Moved>()('parentId', 'order', 'renumbered')),
  deleted: builtInEvent(subject, 'menu.deleted', ofDeletionAffecting('roles', recorded)),
};

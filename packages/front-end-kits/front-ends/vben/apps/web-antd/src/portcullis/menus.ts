import type { RouteRecordStringComponent } from '@vben/types';

import { $te } from '@vben/locales';

/** A menu in the response of GET /menus/user-routes. */
export interface ServiceMenu {
  activeMenu: null | string;
  children: ServiceMenu[];
  component: null | string;
  fixedIndexInTab: null | number;
  hideInMenu: boolean;
  href: null | string;
  i18nKey: null | string;
  icon: null | string;
  keepAlive: boolean;
  menuType: number;
  multiTab: boolean;
  order: number;
  query: null | Record<string, unknown> | unknown[];
  routeName: string;
  routePath: string;
  title: string;
}

/**
 * The pages of this front end for the built-in menus of the service. For these menus, the service stores the names of
 * pages of soybean-admin.
 */
const builtIn: Record<string, string> = {
  about: '/_core/about/index',
  home: '/portcullis/home',
};

/**
 * The names of menus that are not converted to routes. The page `Profile` replaces the user centre. Users open
 * `Profile` from the user menu.
 */
const replaced = new Set(['user-center']);

const directory = 1;

/**
 * Returns the page of a menu as a path below `src/views`, or undefined if the component is empty or only a layout. The
 * component `view.manage_user` means `/manage/user/index`, unless `builtIn` has a page for `manage_user`. A component
 * that names neither a view nor a layout is already a path.
 */
function viewOf({ component }: ServiceMenu): string | undefined {
  const [, view] = /(?:^|\$)view\.(.+)$/.exec(component ?? '') ?? [];
  if (view !== undefined)
    return builtIn[view] ?? `/${view.replaceAll('_', '/')}/index`;
  if (component === null || component === '' || component.startsWith('layout.'))
    return undefined;
  return `/${component.replace(/^\//, '').replace(/\.vue$/, '')}`;
}

/** Returns the query of a menu as an object. soybean-admin writes queries as arrays of `key` and `value`. */
function queryOf({ query }: ServiceMenu): Record<string, unknown> | undefined {
  if (!Array.isArray(query)) return query ?? undefined;
  const items = query as { key: string; value: unknown }[];
  return Object.fromEntries(items.map(({ key, value }) => [key, value]));
}

/** Returns the vben routes for these menus, and the names of the menus that have no page. */
export function routesOf(menus: ServiceMenu[], views: string[]) {
  const dropped: string[] = [];
  const known = new Set(
    views.map((view) =>
      view.replace(/^.*?\/views\//, '/').replace(/\.vue$/, ''),
    ),
  );
  const paths = new Map<string, string>();
  const pathOf = ({ routePath }: ServiceMenu) =>
    `/${routePath.replace(/^\//, '')}`;
  const collect = (nodes: ServiceMenu[]) => {
    for (const node of nodes) {
      paths.set(node.routeName, pathOf(node));
      collect(node.children);
    }
  };
  collect(menus);

  function componentOf(
    menu: ServiceMenu,
    children: RouteRecordStringComponent[],
  ): string | undefined {
    if (children.length > 0) return '';
    if (menu.href !== null && menu.href !== '') return 'IFrameView';
    const view = viewOf(menu);
    return view !== undefined && known.has(view) ? view : undefined;
  }

  const convert = (nodes: ServiceMenu[]): RouteRecordStringComponent[] =>
    nodes.flatMap((menu) => {
      if (replaced.has(menu.routeName)) return [];
      const children = convert(menu.children);
      const component = componentOf(menu, children);
      if (component === undefined) {
        if (menu.menuType !== directory) dropped.push(menu.routeName);
        return [];
      }
      const { activeMenu, fixedIndexInTab, href, i18nKey, icon } = menu;
      const isEmbedded = /(?:^|\$)view\.iframe/.test(menu.component ?? '');
      const query = queryOf(menu);
      return [
        {
          children,
          component,
          meta: {
            hideInMenu: menu.hideInMenu,
            keepAlive: menu.keepAlive,
            order: menu.order,
            // vben translates the key whenever it shows the title.
            title: i18nKey && $te(i18nKey) ? i18nKey : menu.title,
            ...(icon && { icon }),
            ...(activeMenu && {
              activePath: paths.get(activeMenu) ?? activeMenu,
            }),
            ...(fixedIndexInTab !== null && {
              affixTab: true,
              affixTabOrder: fixedIndexInTab,
            }),
            ...(!menu.multiTab && { fullPathKey: false }),
            ...(href && (isEmbedded ? { iframeSrc: href } : { link: href })),
            ...(query && { query }),
          },
          name: menu.routeName,
          path: pathOf(menu),
        } as RouteRecordStringComponent,
      ];
    });
  return { dropped, routes: convert(menus) };
}

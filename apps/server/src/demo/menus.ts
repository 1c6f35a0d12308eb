import type { MenuEntry, RoleEntry } from '@portcullis/domain/internal/access/access-control';
import { menuDefaults } from '@portcullis/domain/internal/menus/menu';
import { editorRole } from './people.ts';

/**
 * Menus for a front end that is based on soybean-admin. The component of a root directory is the layout. Below the
 * root, a menu with children has no component, and the component of any other menu is its view. The views exist in the
 * branch `example` of soybean-admin. The pages below `document` show an external site in an iframe. The front end
 * translates each `i18nKey` to the label of the route.
 */
const tree: readonly string[] = `
function | Functions | mdi:function-variant
function_tab | Tabs | ic:round-tab
function_multi-tab | One page, several tabs | ic:round-tab
function_super-page | For administrators | ic:round-supervisor-account
function_hide-child | Hidden pages | material-symbols:filter-list-off
function_hide-child_one | The first | material-symbols:filter-1
function_hide-child_two | The second | material-symbols:filter-2
function_hide-child_three | The third | material-symbols:filter-3
plugin | Plug-ins | clarity:plugin-line
plugin_barcode | Bar codes | ic:round-barcode
plugin_copy | Clipboard | mdi:clipboard-outline
plugin_excel | Spreadsheets | ri:file-excel-2-line
plugin_icon | Icons | mdi:emoticon-outline
plugin_map | Maps | mdi:map
plugin_pdf | PDF | uiw:file-pdf
plugin_pinyin | Pinyin | entypo-social:google-hangouts
plugin_print | Printing | mdi:printer
plugin_swiper | Slides | simple-icons:swiper
plugin_typeit | Typing | mdi:typewriter
plugin_video | Video | mdi:video
plugin_charts | Charts | mdi:chart-areaspline
plugin_charts_antv | AntV | hugeicons:flow-square
plugin_charts_echarts | ECharts | simple-icons:apacheecharts
plugin_charts_vchart | VChart | mdi:chart-bar
plugin_editor | Editors | icon-park-outline:editor
plugin_editor_markdown | Markdown | ri:markdown-line
plugin_editor_quill | Rich text | mdi:file-document-edit-outline
plugin_gantt | Plans | ant-design:bar-chart-outlined
plugin_gantt_dhtmlx | DHTMLX | gridicons:posts
plugin_gantt_vtable | VTable | mdi:view-grid-outline
plugin_tables | Tables | icon-park-outline:table
plugin_tables_vtable | Large tables | mdi:view-grid-outline
pro-naive | Forms and tables | material-symbols-light:demography-outline
pro-naive_form | Forms | fluent:form-28-regular
pro-naive_form_basic | A form | fluent:form-24-regular
pro-naive_form_query | A query | ic:round-search
pro-naive_form_step | In steps | mdi:stairs
pro-naive_table | Tables | mdi:table
pro-naive_table_remote | From a server | mdi:table-arrow-down
pro-naive_table_row-edit | Edited in place | mdi:table-edit
multi-menu | Levels | icon-park-outline:all-application
multi-menu_first | The first | mdi:numeric-1-box-outline
multi-menu_first_child | Below the first | mdi:file-tree-outline
multi-menu_second | The second | mdi:numeric-2-box-outline
multi-menu_second_child | Below the second | mdi:file-tree-outline
multi-menu_second_child_home | At the end | mdi:home-outline
document | Documents | mdi:file-document-multiple-outline
document_project | soybean-admin | mdi:book-open-page-variant-outline | https://docs.soybeanjs.cn/
document_vue | Vue | logos:vue | https://vuejs.org/
document_vite | Vite | logos:vitejs | https://vite.dev/
document_unocss | UnoCSS | logos:unocss | https://unocss.dev/
document_naive | Naive UI | logos:naiveui | https://www.naiveui.com/
document_pro-naive | Pro Naive UI | mdi:form-select | https://naive-ui.pro-components.cn/
document_antd | Ant Design Vue | logos:ant-design | https://antdv.com/
document_alova | alova | carbon:api | https://alova.js.org/
`
  .trim()
  .split('\n');

const rows = tree.map((line) => {
  const [routeName = '', menuName = '', icon = '', href = null] = line.split(' | ');
  return { routeName, menuName, icon, href };
});

const parentOf = (routeName: string): string | null => {
  const end = routeName.lastIndexOf('_');
  return end < 0 ? null : routeName.slice(0, end);
};

const hasPages = (routeName: string): boolean => rows.some((row) => parentOf(row.routeName) === routeName);

function componentOf(routeName: string, href: string | null): string | null {
  if (parentOf(routeName) === null) return 'layout.base';
  if (hasPages(routeName)) return null;
  return href === null ? `view.${routeName}` : 'view.iframe-page';
}

/** The demo menus come after the built-in menus, whose order numbers start at 1. */
const firstOrder = 10;

export const demoMenus: readonly MenuEntry[] = rows.map(({ routeName, menuName, icon, href }, index) => ({
  ...menuDefaults,
  routeName,
  routePath: `/${routeName.replaceAll('_', '/')}`,
  menuName,
  i18nKey: `route.${routeName}`,
  icon,
  href,
  parent: parentOf(routeName),
  menuType: parentOf(routeName) === null ? 1 : 2,
  component: componentOf(routeName, href),
  order: firstOrder + index,
  keepAlive: routeName.startsWith('plugin_charts_'),
  hideInMenu: routeName.startsWith('function_hide-child_') || routeName === 'function_multi-tab',
  multiTab: routeName === 'function_multi-tab',
  activeMenu: activeMenuOf(routeName),
}));

function activeMenuOf(routeName: string): string | null {
  if (routeName === 'function_multi-tab') return 'function_tab';
  return routeName.startsWith('function_hide-child_') ? 'function_hide-child' : null;
}

const below = (...roots: readonly string[]): readonly string[] =>
  rows.map(({ routeName }) => routeName).filter((name) => roots.some((root) => `${name}_`.startsWith(`${root}_`)));

/** The demo roles. Users with one of these roles see some of the demo menus. */
export const demoRoles: readonly RoleEntry[] = [
  {
    code: editorRole,
    name: 'Editor (demo)',
    description: 'Writes and publishes articles.',
    status: 1,
    requiresFactor: false,
    permissions: [
      'content.create',
      'content.publish',
      'content.read-drafts',
      'content.update',
      'project.read',
      'tag.manage',
    ],
    menus: ['home', 'about', 'user-center', ...below('plugin_editor', 'document')],
  },
  {
    code: 'DEMO_ANALYST',
    name: 'Analyst (demo)',
    description: 'Looks at figures.',
    status: 1,
    requiresFactor: false,
    permissions: ['project.read', 'user.read'],
    menus: ['home', 'about', 'user-center', ...below('plugin_charts', 'plugin_tables', 'pro-naive_table')],
  },
];

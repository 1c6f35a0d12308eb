import type { Change } from '../../apply/plan.ts';
import { listPageEdits, removeRows, rowButton } from './list-page.ts';

/** The changes to the menu management of soybean-admin. */
export const menus: readonly Change[] = [
  {
    file: 'src/views/manage/menu/index.vue',
    edits: [
      ...listPageEdits({
        imports: ['fetchGetAllPages, fetchGetMenuList', 'fetchGetAllPages, fetchGetMenuList, removeMenu'],
        operations: ['createMenu', 'deleteMenu'],
        unused: ['onBatchDeleted, onDeleted }', 'onBatchDeleted }'],
      }),
      {
        find: `{row.menuType === '1' && (`,
        until: '</NPopconfirm>',
        put: `{row.menuType === '1' && can('createMenu') && (
            <NButton type="primary" ghost size="small" onClick={() => handleAddChildMenu(row)}>
              {$t('page.manage.menu.addChildMenu')}
            </NButton>
          )}
          ${rowButton('updateMenu', 'primary', 'handleEdit(row)', 'edit')}
          ${rowButton('deleteMenu', 'error', 'removeMenus([row.id])', 'delete')}`,
      },
      {
        find: 'async function handleBatchDelete() {',
        until: 'onDeleted();',
        put: `/** All menus of the tree. Children come before their parent, because the service deletes no menu that has children. */
function menusIn(tree: readonly Api.SystemManage.Menu[]): Api.SystemManage.Menu[] {
  return tree.flatMap(menu => [...menusIn(menu.children ?? []), menu]);
}

async function removeMenus(ids: string[]) {
  const rows = menusIn(data.value).filter(menu => ids.includes(menu.id));
  const names = rows.map(menu => menu.menuName);

  if (!(await confirmDelete(names, textOf('deletedMenu')))) return;

  ${removeRows('removeMenu')}
}

function handleBatchDelete() {
  return removeMenus(checkedRowKeys.value);`,
      },
    ],
  },
  {
    file: 'src/views/manage/menu/modules/menu-operate-modal.vue',
    edits: [
      { find: `import { fetchGetAllRoles } from '@/service/api';`, put: `import { saveMenu } from '@/service/api';` },
      {
        find: `import { $t } from '@/locales';`,
        put: `import { $t } from '@/locales';
import { isI18nKey } from '@/portcullis/i18n-keys';
import { textOf } from '@/portcullis/texts';`,
      },
      { find: `layout: '',`, put: `layout: 'base',` },
      {
        find: '/** the enabled role options */',
        until: 'function handleInitModel() {',
        put: `/** The form starts with the menu that is edited, or as a child of the menu. */
function handleInitModel() {`,
      },
      {
        // If the locale files have no text for a key, the front end would show the key instead of the name.
        find: 'model.value.i18nKey = `route.${model.value.routeName}` as App.I18n.I18nKey;',
        put: `const key = \`route.\${model.value.routeName}\`;
    model.value.i18nKey = isI18nKey(key) ? key : null;`,
      },
      {
        find: 'function handleCreateButton() {',
        until: 'return buttonItem;',
        put: `/** A page without a component has nothing to show, so the page of the same name is proposed. */
function proposePage() {
  const { menuType, routeName } = model.value;

  if (menuType === '2' && props.allPages.includes(routeName)) model.value.page = routeName;`,
      },
      {
        find: 'const component = transformLayoutAndPageToComponent(layout, page);',
        put: `const isEdit = props.operateType === 'edit';
  const component = transformLayoutAndPageToComponent(
    isEdit || showLayout.value ? layout : '',
    isEdit || showPage.value ? page : ''
  );`,
      },
      {
        find: `const params = getSubmitParams();

`,
        until: 'closeDrawer();',
        put: `if (showPage.value && !model.value.page && !model.value.href) {
    window.$message?.error(textOf('pageRequired'));
    return;
  }

  const row = (props.operateType === 'edit' && props.rowData) || undefined;
  const { error } = await saveMenu(getSubmitParams(), row);

  if (error) return;

  window.$message?.success($t(row ? 'common.updateSuccess' : 'common.addSuccess'));
  closeDrawer();`,
      },
      {
        find: '    getRoleOptions();\n  }\n});',
        put: `  }
});

watch(() => model.value.menuType, proposePage);`,
      },
      {
        find: `  () => {
    handleUpdateRoutePathByRouteName();`,
        put: `  name => {
    // When the form of an existing menu opens, its path and key stay unchanged.
    if (props.operateType === 'edit' && name === props.rowData?.routeName) return;

    handleUpdateRoutePathByRouteName();`,
      },
      {
        find: '    handleUpdateI18nKeyByRouteName();\n',
        put: `    handleUpdateI18nKeyByRouteName();
    proposePage();
`,
      },
      {
        find: `<NFormItemGi span="24" :label="$t('page.manage.menu.button')">`,
        until: '</NFormItemGi>',
        put: '<!-- The service has no buttons of menus: permissions belong to roles. -->',
      },
    ],
  },
];

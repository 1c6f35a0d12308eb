import type { Change } from '../../apply/plan.ts';

/** The management of menus. */
export const menus: readonly Change[] = [
  {
    file: 'src/views/manage/menu/index.vue',
    edits: [
      { find: 'NButton, NPopconfirm, NTag', put: 'NButton, NTag' },
      {
        find: `import { fetchGetAllPages, fetchGetMenuList } from '@/service/api';`,
        put: `import { needs } from '@portcullis/client/soybean';
import { fetchGetAllPages, fetchGetMenuList, removeMenu } from '@/service/api';`,
      },
      {
        find: `import { $t } from '@/locales';`,
        put: `import { useAuth } from '@/hooks/business/auth';
import { $t } from '@/locales';
import { confirmDelete, removeAll } from '@/portcullis/confirm-delete';
import { textOf } from '@/portcullis/texts';`,
      },
      {
        find: 'const appStore = useAppStore();',
        put: `const appStore = useAppStore();
const { hasAuth } = useAuth();`,
      },
      {
        find: `{row.menuType === '1' && (`,
        until: '</NPopconfirm>',
        put: `{row.menuType === '1' && hasAuth(needs.menuCreate) && (
            <NButton type="primary" ghost size="small" onClick={() => handleAddChildMenu(row)}>
              {$t('page.manage.menu.addChildMenu')}
            </NButton>
          )}
          {hasAuth(needs.menuUpdate) && (
            <NButton type="primary" ghost size="small" onClick={() => handleEdit(row)}>
              {$t('common.edit')}
            </NButton>
          )}
          {hasAuth(needs.menuDelete) && (
            <NButton type="error" ghost size="small" onClick={() => removeMenus([row.id])}>
              {$t('common.delete')}
            </NButton>
          )}`,
      },
      { find: 'onBatchDeleted, onDeleted }', put: 'onBatchDeleted }' },
      {
        find: 'async function handleBatchDelete() {',
        until: 'onDeleted();',
        put: `/** The names of these menus anywhere in the tree. */
function namesOf(ids: string[], menus: readonly Api.SystemManage.Menu[]): string[] {
  return menus.flatMap(menu => [...(ids.includes(menu.id) ? [menu.menuName] : []), ...namesOf(ids, menu.children ?? [])]);
}

async function removeMenus(ids: string[]) {
  if (!(await confirmDelete(namesOf(ids, data.value), textOf('deletedMenu')))) return;

  if (await removeAll(ids, removeMenu)) await onBatchDeleted();
  else await getData();
}

function handleBatchDelete() {
  return removeMenus(checkedRowKeys.value);`,
      },
      {
        find: '@add="handleAdd"',
        put: `:add-auth="needs.menuCreate"
          :delete-auth="needs.menuDelete"
          @add="handleAdd"`,
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
        // A key that the locale files lack would be shown in place of the name.
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
    // The form of a menu opens with its own path and key.
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

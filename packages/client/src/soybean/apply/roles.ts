import type { Change } from '../../apply/plan.ts';

/** The management of roles. The dialogs for their menus and permissions are files of ours. */
export const roles: readonly Change[] = [
  {
    file: 'src/views/manage/role/index.vue',
    edits: [
      { find: 'NButton, NPopconfirm, NTag', put: 'NButton, NTag' },
      {
        find: `import { fetchGetRoleList } from '@/service/api';`,
        put: `import { needs } from '@portcullis/client/soybean';
import { fetchGetRoleList, fetchRoleStats, removeRole } from '@/service/api';`,
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
        find: '<NButton type="primary" ghost size="small" onClick={() => edit(row.id)}>',
        until: '</NPopconfirm>',
        put: `{hasAuth(needs.roleWrite) && (
            <NButton type="primary" ghost size="small" onClick={() => edit(row.id)}>
              {$t('common.edit')}
            </NButton>
          )}
          {hasAuth(needs.roleWrite) && (
            <NButton type="error" ghost size="small" onClick={() => removeRoles([row.id])}>
              {$t('common.delete')}
            </NButton>
          )}`,
      },
      { find: '  onBatchDeleted,\n  onDeleted\n', put: '  onBatchDeleted\n' },
      {
        find: 'async function handleBatchDelete() {',
        until: 'function edit(id: number) {',
        put: `/** Asks with the number of users, permissions and menus that lose the roles. */
async function removeRoles(ids: string[]) {
  const names = data.value.filter(row => ids.includes(row.id)).map(row => row.roleName);
  const stats = (await Promise.all(ids.map(id => fetchRoleStats(id)))).flatMap(answer => answer.data ?? []);

  if (stats.length < ids.length) return;

  const sum = (key: 'userCount' | 'permissionCount' | 'menuCount') => stats.reduce((all, one) => all + one[key], 0);
  const loss = textOf('deletedRole', sum('userCount'), sum('permissionCount'), sum('menuCount'));

  if (!(await confirmDelete(names, loss))) return;

  if (await removeAll(ids, removeRole)) await onBatchDeleted();
  else await getData();
}

function handleBatchDelete() {
  return removeRoles(checkedRowKeys.value);
}

function edit(id: string) {`,
      },
      {
        find: '@add="handleAdd"',
        put: `:add-auth="needs.roleWrite"
          :delete-auth="needs.roleWrite"
          @add="handleAdd"`,
      },
    ],
  },
  {
    file: 'src/views/manage/role/modules/role-operate-drawer.vue',
    edits: [
      {
        find: `import { enableStatusOptions } from '@/constants/business';`,
        put: `import { formRules } from '@portcullis/client/soybean';
import { enableStatusOptions } from '@/constants/business';
import { saveRole } from '@/service/api';`,
      },
      {
        find: `import { $t } from '@/locales';`,
        put: `import { $t } from '@/locales';
import { textOf } from '@/portcullis/texts';`,
      },
      { find: 'status: null\n', put: `status: '1'\n` },
      {
        find: 'Record<RuleKey, App.Global.FormRule> = {',
        put: 'Record<RuleKey, App.Global.FormRule | App.Global.FormRule[]> = {',
      },
      {
        find: 'roleCode: defaultRequiredRule,',
        put: `roleCode: [
    defaultRequiredRule,
    { pattern: formRules.roleCode, message: () => textOf('roleCodeRule'), trigger: 'change' }
  ],`,
      },
      { find: 'props.rowData?.id || -1', put: `props.rowData?.id ?? ''` },
      {
        find: '// request\n',
        until: 'closeDrawer();',
        put: `const row = (isEdit.value && props.rowData) || undefined;
  const { error } = await saveRole(model.value, row);

  if (error) return;

  window.$message?.success($t(row ? 'common.updateSuccess' : 'common.addSuccess'));
  closeDrawer();`,
      },
      { find: `{{ $t('page.manage.role.buttonAuth') }}`, put: `{{ textOf('permissions') }}` },
    ],
  },
];

import type { Change } from '../../apply/plan.ts';
import { listPageEdits, removeRows, rowButton } from './list-page.ts';

/**
 * The changes to the role management of soybean-admin. One new dialog is used for the menus and for the permissions of
 * a role.
 */
export const roles: readonly Change[] = [
  {
    file: 'src/views/manage/role/index.vue',
    edits: [
      ...listPageEdits({
        imports: ['fetchGetRoleList', 'fetchGetRoleList, fetchRoleStats, removeRole'],
        operations: ['createRole', 'deleteRole'],
        unused: ['  onBatchDeleted,\n  onDeleted\n', '  onBatchDeleted\n'],
      }),
      {
        find: '<NButton type="primary" ghost size="small" onClick={() => edit(row.id)}>',
        until: '</NPopconfirm>',
        put: `${rowButton('updateRole', 'primary', 'edit(row.id)', 'edit')}
          ${rowButton('deleteRole', 'error', 'removeRoles([row.id])', 'delete')}`,
      },
      {
        find: 'async function handleBatchDelete() {',
        until: 'function edit(id: number) {',
        put: `/** Asks with the number of users, permissions and menus that lose the roles. */
async function removeRoles(ids: string[]) {
  const rows = data.value.filter(row => ids.includes(row.id));
  const names = rows.map(row => row.roleName);
  const stats = (await Promise.all(rows.map(row => fetchRoleStats(row.id)))).flatMap(answer => answer.data ?? []);

  if (stats.length < rows.length) return;

  const sum = (key: 'userCount' | 'permissionCount' | 'menuCount') => stats.reduce((all, one) => all + one[key], 0);
  const loss = textOf('deletedRole', sum('userCount'), sum('permissionCount'), sum('menuCount'));

  if (!(await confirmDelete(names, loss))) return;

  ${removeRows('removeRole')}
}

function handleBatchDelete() {
  return removeRoles(checkedRowKeys.value);
}

function edit(id: string) {`,
      },
    ],
  },
  {
    file: 'src/views/manage/role/modules/role-operate-drawer.vue',
    edits: [
      {
        find: `import { enableStatusOptions } from '@/constants/business';`,
        put: `import { formRules } from '@portcullis/front-end-kits/soybean';
import { enableStatusOptions } from '@/constants/business';
import { menuGrants, permissionGrants, saveRole } from '@/service/api';`,
      },
      {
        find: `import { $t } from '@/locales';`,
        put: `import { $t } from '@/locales';
import { can } from '@/portcullis/can';
import { textOf } from '@/portcullis/texts';`,
      },
      {
        find: `import MenuAuthModal from './menu-auth-modal.vue';`,
        until: `import ButtonAuthModal from './button-auth-modal.vue';`,
        put: `import GrantsModal from './grants-modal.vue';`,
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
      {
        find: 'const roleId = computed(() => props.rowData?.id || -1);',
        put: `/** The dialogs change the version of the role, while the row stays as it was read. */
const role = ref({ id: '', version: 0 });`,
      },
      {
        find: 'Object.assign(model.value, jsonClone(props.rowData));',
        put: `const { id, version } = props.rowData;

    Object.assign(model.value, jsonClone(props.rowData));
    role.value = { id, version };`,
      },
      {
        find: '// request\n',
        until: 'closeDrawer();',
        put: `const row = isEdit.value && props.rowData ? { ...props.rowData, ...role.value } : undefined;
  const { error } = await saveRole(model.value, row);

  if (error) return;

  window.$message?.success($t(row ? 'common.updateSuccess' : 'common.addSuccess'));
  closeDrawer();`,
      },
      {
        find: '<MenuAuthModal v-model:visible="menuAuthVisible" :role-id="roleId" />',
        put: `<GrantsModal
          v-model:visible="menuAuthVisible"
          v-model:role="role"
          :title="$t('page.manage.role.menuAuth')"
          :calls="menuGrants"
          @saved="emit('submitted')"
        />`,
      },
      {
        find: '<NButton @click="openMenuAuthModal">',
        put: `<NButton v-if="can('setRoleMenus')" @click="openMenuAuthModal">`,
      },
      {
        find: `<NButton @click="openButtonAuthModal">{{ $t('page.manage.role.buttonAuth') }}`,
        put: `<NButton v-if="can('setRolePermissions')" @click="openButtonAuthModal">{{ textOf('permissions') }}`,
      },
      {
        find: '<ButtonAuthModal v-model:visible="buttonAuthVisible" :role-id="roleId" />',
        put: `<GrantsModal
          v-model:visible="buttonAuthVisible"
          v-model:role="role"
          cascade
          :title="textOf('permissions')"
          :calls="permissionGrants"
          @saved="emit('submitted')"
        />`,
      },
    ],
  },
  { file: 'src/views/manage/role/modules/menu-auth-modal.vue', remove: 'updateHome' },
  { file: 'src/views/manage/role/modules/button-auth-modal.vue', remove: 'button10' },
];

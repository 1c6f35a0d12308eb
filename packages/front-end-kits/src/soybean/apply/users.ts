import type { Change } from '../../apply/plan.ts';
import { listPageEdits, removeRows, rowButton } from './list-page.ts';

/** The changes to the user management of soybean-admin. */
export const users: readonly Change[] = [
  {
    file: 'src/views/manage/user/index.vue',
    edits: [
      ...listPageEdits({
        imports: ['fetchGetUserList', 'fetchGetUserList, removeUser'],
        operations: ['createUser', 'deleteUser'],
        unused: ['  onBatchDeleted,\n  onDeleted\n', '  onBatchDeleted\n'],
        modules: `import { useRouterPush } from '@/hooks/common/router';\n`,
        constants: '\nconst { routerPushByKey } = useRouterPush();',
      }),
      {
        find: `key: 'operate',
      title: $t('common.operate'),
      align: 'center',
      width: 130,`,
        put: `key: 'operate',
      title: $t('common.operate'),
      align: 'center',
      width: 230,`,
      },
      {
        find: '<NButton type="primary" ghost size="small" onClick={() => edit(row.id)}>',
        until: '</NPopconfirm>',
        put: `<NButton
            ghost
            size="small"
            onClick={() => routerPushByKey('manage_user-detail', { params: { id: row.id } })}
          >
            {textOf('details')}
          </NButton>
          ${rowButton('updateUser', 'primary', 'edit(row.id)', 'edit')}
          ${rowButton('deleteUser', 'error', 'removeUsers([row.id])', 'delete')}`,
      },
      {
        find: 'async function handleBatchDelete() {',
        until: 'function edit(id: number) {',
        put: `async function removeUsers(ids: string[]) {
  const rows = data.value.filter(row => ids.includes(row.id));
  const names = rows.map(row => row.userName);

  if (!(await confirmDelete(names, textOf('deletedUser')))) return;

  ${removeRows('removeUser')}
}

function handleBatchDelete() {
  return removeUsers(checkedRowKeys.value);
}

function edit(id: string) {`,
      },
    ],
  },
  {
    file: 'src/views/manage/user/modules/user-operate-drawer.vue',
    edits: [
      {
        find: `import { fetchGetAllRoles } from '@/service/api';`,
        put: `import { fetchGetAllRoles, saveUser } from '@/service/api';`,
      },
      {
        find: `import { $t } from '@/locales';`,
        put: `import { $t } from '@/locales';
import { textOf } from '@/portcullis/texts';`,
      },
      {
        find: 'const { defaultRequiredRule } = useFormRules();',
        put: 'const { defaultRequiredRule, formRules, patternRules } = useFormRules();',
      },
      { find: `'userRoles' | 'status'\n>;`, put: `'userRoles' | 'status'\n> & { password: string };` },
      { find: 'status: null\n', put: `status: '1',\n    password: ''\n` },
      {
        find: 'type RuleKey =',
        until: '};',
        put: `const rules = computed<Record<string, App.Global.FormRule | App.Global.FormRule[]>>(() => ({
  // An existing name may violate the rule, so only the name of a new user is checked.
  userName: props.operateType === 'add' ? formRules.userName : defaultRequiredRule,
  userEmail: formRules.email,
  userPhone: patternRules.phone,
  status: defaultRequiredRule,
  password: props.operateType === 'add' ? formRules.pwd : patternRules.pwd
}));`,
      },
      {
        find: '// the mock data does not have',
        until: '...options];',
        put: `// Disabled roles are not offered, but a user may hold one.
    const held = model.value.userRoles.filter(code => options.every(({ value }) => value !== code));

    roleOptions.value = [...held.map(code => ({ label: code, value: code })), ...options];`,
      },
      {
        find: '// request\n',
        until: 'closeDrawer();',
        put: `const { password, ...form } = model.value;
  const row = (props.operateType === 'edit' && props.rowData) || undefined;
  const { error } = await saveUser(form, row, password);

  if (error) return;

  window.$message?.success($t(row ? 'common.updateSuccess' : 'common.addSuccess'));
  closeDrawer();`,
      },
      { find: 'path="email"', put: 'path="userEmail"' },
      { find: 'path="roles"', put: 'path="userRoles"' },
      {
        find: `<NFormItem :label="$t('page.manage.user.userStatus')" path="status">`,
        put: `<NFormItem :label="textOf(operateType === 'add' ? 'password' : 'newPassword')" path="password">
          <NInput
            v-model:value="model.password"
            type="password"
            show-password-on="click"
            :input-props="{ autocomplete: 'new-password' }"
            :placeholder="operateType === 'add' ? $t('form.pwd.required') : textOf('keepPassword')"
          />
        </NFormItem>
        <NFormItem :label="$t('page.manage.user.userStatus')" path="status">`,
      },
    ],
  },
  {
    // The search form accepts parts of e-mail addresses and phone numbers, so it must not validate them as complete
    // values.
    file: 'src/views/manage/user/modules/user-search.vue',
    edits: [
      { find: 'import { computed, toRaw }', put: 'import { toRaw }' },
      { find: 'import { useFormRules, useNaiveForm }', put: 'import { useNaiveForm }' },
      { find: 'type RuleKey =', until: '\n});', put: 'const rules = {};' },
    ],
  },
];

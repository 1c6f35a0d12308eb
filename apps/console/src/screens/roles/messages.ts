import { defineMessages } from '../../language/messages.ts';

function lossOf(users: number): string {
  if (users === 0) return 'No user has this role.';
  const who = users === 1 ? '1 user loses' : `${users} users lose`;
  return `With their next request, ${who} the permissions and menus that only this role grants.`;
}

const lossInChinese = (users: number): string =>
  users === 0 ? '没有用户拥有该角色。' : `从下一个请求起，${users} 个用户将失去仅由该角色授予的权限和菜单。`;

export const rolesMessages = defineMessages(
  {
    title: 'Roles',
    searchIn: 'Code, name, description',
    create: 'Create role',
    createHint: 'Permissions and menus are chosen on the next page.',
    createdNotice: (name: string) => `The role ${name} was created. Choose its permissions and menus.`,
    code: 'Code',
    codeHint: 'Capital letters, digits and underscores, such as EDITOR_CN. Programs identify the role by its code.',
    name: 'Name',
    description: 'Description',
    kind: 'Kind',
    system: 'System',
    custom: 'Custom',
    users: 'Users',
    profile: 'Role',
    requiresFactor: 'Requires a second factor',
    requiresFactorHint:
      'The role grants nothing in sessions without a second factor. Users without one log in and add an authenticator app under “Own account”.',
    factor: 'Second factor',
    systemHint: 'The service needs this role: its name, code and description cannot be changed.',
    disabledHint: 'This role is disabled. It grants no permissions and menus until it is enabled.',
    enable: 'Enable',
    disable: 'Disable',
    disableTitle: (name: string) => `Disable ${name}?`,
    disableConsequence: (users: number) => `${lossOf(users)} You can enable it again.`,
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteConsequence: (users: number) => `The role is deleted for good. ${lossOf(users)}`,
    deletedNotice: (name: string) => `The role ${name} was deleted.`,
    permissions: 'Permissions',
    menus: 'Menus',
    resource: 'Resource',
    allOf: (resource: string) => `All permissions of ${resource}`,
    otherPermissions: 'Other permissions',
    permissionDisabled: 'disabled',
    changes: (added: number, removed: number) => `Saving adds ${added} and removes ${removed}:`,
    noChanges: 'Nothing is changed yet.',
    affected: (users: number) => {
      if (users === 0) return 'No user has this role yet.';
      return `The change takes effect with the next request of the ${users === 1 ? 'user' : `${users} users`} with this role.`;
    },
    ownRole: 'You have this role yourself.',
    noPermissions: 'There are no permissions yet.',
    noMenus: 'There are no menus yet.',
    itself: 'the page itself too',
    notItself: 'not the page itself',
  },
  {
    title: '角色',
    searchIn: '代码、名称、描述',
    create: '新建角色',
    createHint: '权限和菜单在下一页选择。',
    createdNotice: (name) => `已创建角色 ${name}。请选择其权限和菜单。`,
    code: '代码',
    codeHint: '大写字母、数字和下划线，例如 EDITOR_CN。程序通过代码识别角色。',
    name: '名称',
    description: '描述',
    kind: '类型',
    system: '系统',
    custom: '自定义',
    users: '用户数',
    profile: '角色',
    requiresFactor: '需要第二重验证',
    requiresFactorHint:
      '在没有第二重验证的会话中，该角色不授予任何权限和菜单。没有验证方式的用户可登录后在“我的账号”中添加。',
    factor: '第二重验证',
    systemHint: '这是服务所需的角色：不能更改其名称、代码和描述。',
    disabledHint: '该角色已停用：重新启用之前，不授予任何权限和菜单。',
    enable: '启用',
    disable: '停用',
    disableTitle: (name) => `停用 ${name}？`,
    disableConsequence: (users) => `${lossInChinese(users)}您可以再次启用该角色。`,
    deleteTitle: (name) => `删除 ${name}？`,
    deleteConsequence: (users) => `该角色将被永久删除。${lossInChinese(users)}`,
    deletedNotice: (name) => `已删除角色 ${name}。`,
    permissions: '权限',
    menus: '菜单',
    resource: '资源',
    allOf: (resource) => `${resource} 的所有权限`,
    otherPermissions: '其他权限',
    permissionDisabled: '已停用',
    changes: (added, removed) => `保存后将新增 ${added} 项，移除 ${removed} 项：`,
    noChanges: '尚无更改。',
    affected: (users) =>
      users === 0 ? '还没有用户拥有该角色。' : `从拥有该角色的 ${users} 个用户的下一个请求起生效。`,
    ownRole: '您自己也拥有该角色。',
    noPermissions: '还没有权限。',
    noMenus: '还没有菜单。',
    itself: '含页面本身',
    notItself: '不含页面本身',
  },
);

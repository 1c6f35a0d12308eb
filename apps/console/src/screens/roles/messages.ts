import { defineMessages } from '../../language/messages.ts';

function lossOf(users: number): string {
  if (users === 0) return 'No user has this role.';
  const who = users === 1 ? '1 user loses' : `${users} users lose`;
  return `With their next request, ${who} the permissions and menus that only this role grants.`;
}

const lossInChinese = (users: number): string =>
  users === 0 ? '没有用户拥有该角色。' : `从下一个请求起，${users} 个用户将失去仅由该角色授予的权限和菜单。`;

export const rolesMessages = defineMessages({
  searchIn: ['Code, name, description', '代码、名称、描述'],
  create: ['Create role', '新建角色'],
  createHint: ['Permissions and menus are chosen on the next page.', '权限和菜单在下一页选择。'],
  createdNotice: (name: string) => [
    `The role ${name} was created. Choose its permissions and menus.`,
    `已创建角色 ${name}。请选择其权限和菜单。`,
  ],
  role: ['Role', '角色'],
  addReady: ['Add ready role', '添加现成角色'],
  readyHint: [
    'These roles have permissions for contents, with conditions. You can change them like every other role.',
    '这些角色带有内容权限及其条件，添加后可以像其他角色一样修改。',
  ],
  readyRoles: {
    AUTHOR: {
      name: ['Author', '作者'],
      about: [
        'Creates contents, reads own contents, and changes and deletes own drafts.',
        '可以创建内容、查看自己的内容，并修改和删除自己的草稿。',
      ],
    },
    PUBLISHER: {
      name: ['Publisher', '发布者'],
      about: [
        'Does the same as an author, and publishes, unpublishes and archives own contents.',
        '除作者的权限外，还可以发布、取消发布和归档自己的内容。',
      ],
    },
    SECTION_EDITOR: {
      name: ['Section editor', '栏目编辑'],
      about: [
        'Writes and publishes all contents of a section and manages the categories below it. Then set the attribute Section of each user to the id of a category.',
        '编写并发布某个栏目的全部内容，并管理其下级分类。之后请将用户的 Section 属性设为分类的编号。',
      ],
    },
  },
  readyNotice: (name: string) => [
    `The role ${name} was added. Give it to users on their pages.`,
    `已添加角色 ${name}。请在用户页面上分配该角色。`,
  ],
  codeHint: [
    'Capital letters, digits and underscores, such as EDITOR_CN. Programs identify the role by its code.',
    '大写字母、数字和下划线，例如 EDITOR_CN。程序通过代码识别角色。',
  ],
  kind: ['Kind', '类型'],
  system: ['System', '系统'],
  custom: ['Custom', '自定义'],
  users: ['Users', '用户数'],
  profile: ['Role', '角色'],
  requiresFactorHint: [
    'The role grants nothing in sessions without a second factor. Users without one log in and add an authenticator app under “Own account”.',
    '在没有第二重验证的会话中，该角色不授予任何权限和菜单。没有验证方式的用户可登录后在“我的账号”中添加。',
  ],
  factor: ['Second factor', '第二重验证'],
  systemHint: [
    'The service needs this role: its name, code and description cannot be changed.',
    '这是服务所需的角色：不能更改其名称、代码和描述。',
  ],
  disabledHint: [
    'This role is disabled. It grants no permissions and menus until it is enabled.',
    '该角色已停用：重新启用之前，不授予任何权限和菜单。',
  ],
  disableTitle: (name: string) => [`Disable ${name}?`, `停用 ${name}？`],
  disableConsequence: (users: number) => [
    `${lossOf(users)} You can enable it again.`,
    `${lossInChinese(users)}您可以再次启用该角色。`,
  ],
  deleteTitle: (name: string) => [`Delete ${name}?`, `删除 ${name}？`],
  deleteConsequence: (users: number) => [
    `The role is deleted for good. ${lossOf(users)}`,
    `该角色将被永久删除。${lossInChinese(users)}`,
  ],
  deletedNotice: (name: string) => [`The role ${name} was deleted.`, `已删除角色 ${name}。`],
  permissions: ['Permissions', '权限'],
  menus: ['Menus', '菜单'],
  allOf: (resource: string) => [`All permissions of ${resource}`, `${resource} 的所有权限`],
  otherPermissions: ['Other permissions', '其他权限'],
  permissionDisabled: ['disabled', '已停用'],
  changes: (added: number, removed: number) => [
    `Saving adds ${added} and removes ${removed}:`,
    `保存后将新增 ${added} 项，移除 ${removed} 项：`,
  ],
  noChanges: ['Nothing is changed yet.', '尚无更改。'],
  affected: (users: number) =>
    users === 0
      ? ['No user has this role yet.', '还没有用户拥有该角色。']
      : [
          `The change takes effect with the next request of the ${users === 1 ? 'user' : `${users} users`} with this role.`,
          `从拥有该角色的 ${users} 个用户的下一个请求起生效。`,
        ],
  ownRole: ['You have this role yourself.', '您自己也拥有该角色。'],
  noPermissions: ['There are no permissions yet.', '还没有权限。'],
  noMenus: ['There are no menus yet.', '还没有菜单。'],
  itself: ['the page itself too', '含页面本身'],
  notItself: ['not the page itself', '不含页面本身'],
});

import { defineMessages } from '../../language/messages.ts';

function lossOf(roles: number): string {
  if (roles === 0) return 'No role grants it.';
  const which = roles === 1 ? '1 role' : `${roles} roles`;
  return `The users of ${which} lose it with their next request.`;
}

const lossInChinese = (roles: number): string =>
  roles === 0 ? '没有角色授予该权限。' : `${roles} 个角色将不再授予该权限，其用户从下一个请求起失去它。`;

export const permissionsMessages = defineMessages({
  searchIn: ['Code, name, description', '代码、名称、描述'],
  create: ['Create permission', '新建权限'],
  createdNotice: (name: string) => [
    `The permission ${name} was created. No role grants it yet.`,
    `已创建权限 ${name}。目前还没有角色授予该权限。`,
  ],
  codeHint: [
    'Usually resource.action, such as report.read. Programs check the permission by its code.',
    '通常为 资源.操作，例如 report.read。程序通过代码查询权限。',
  ],
  codeChangeHint: [
    'Programs check the permission by its code. If you change the code, change the programs too.',
    '程序通过代码查询权限：更改代码后，也必须更改这些程序。',
  ],
  profile: ['Permission', '权限'],
  kind: ['Kind', '类型'],
  system: ['System', '系统'],
  custom: ['Custom', '自定义'],
  systemHint: [
    'A built-in permission: if it is deleted, the service does not create it again.',
    '内置权限：删除后，服务不会再次创建它。',
  ],
  disabledHint: [
    'This permission is disabled. No user has it until it is enabled.',
    '该权限已停用：重新启用之前，任何人都不拥有它。',
  ],
  notAdoptedHint: [
    'This permission existed before the service began to ask for its code. It opens no screen of contents, categories or tags until an administrator adopts it. Check first who holds it.',
    '该权限在服务开始检查此代码之前就已存在。在管理员启用其作用之前，它不会开放内容、分类或标签的任何功能。请先检查谁拥有它。',
  ],
  adopt: ['Adopt permission', '启用权限作用'],
  adoptedNotice: (name: string) => [`The permission ${name} was adopted.`, `权限 ${name} 的作用已启用。`],
  disableTitle: (name: string) => [`Disable ${name}?`, `停用 ${name}？`],
  disableConsequence: (roles: number) => [
    `${lossOf(roles)} You can enable it again.`,
    `${lossInChinese(roles)}您可以再次启用它。`,
  ],
  deleteTitle: (name: string) => [`Delete ${name}?`, `删除 ${name}？`],
  deleteConsequence: (roles: number) => [
    `The permission is deleted for good. ${lossOf(roles)}`,
    `该权限将被永久删除。${lossInChinese(roles)}`,
  ],
  deletedNotice: (name: string) => [`The permission ${name} was deleted.`, `已删除权限 ${name}。`],
  holders: ['Who holds it?', '谁拥有该权限？'],
  noHolders: ['No role grants this permission.', '没有角色授予该权限。'],
  holdersOff: ['The permission is disabled, so none of these users has it.', '该权限已停用，因此以下用户都不拥有它。'],
  roleDisabled: ['The role is disabled and grants nothing.', '该角色已停用，不授予任何权限。'],
  noUsers: ['No user has this role.', '没有用户拥有该角色。'],
  more: (count: number) => [`and ${count} more`, `等 ${count} 人`],
  allUsers: (count: number) => [count === 1 ? '1 user' : `${count} users`, `${count} 个用户`],
});

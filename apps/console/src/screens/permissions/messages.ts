import { defineMessages } from '../../language/messages.ts';

function lossOf(roles: number): string {
  if (roles === 0) return 'No role grants it.';
  const which = roles === 1 ? '1 role' : `${roles} roles`;
  return `The users of ${which} lose it with their next request.`;
}

const lossInChinese = (roles: number): string =>
  roles === 0 ? '没有角色授予该权限。' : `${roles} 个角色将不再授予该权限，其用户从下一个请求起失去它。`;

export const permissionsMessages = defineMessages(
  {
    title: 'Permissions',
    searchIn: 'Code, name, description',
    create: 'Create permission',
    createdNotice: (name: string) => `The permission ${name} was created. No role grants it yet.`,
    code: 'Code',
    codeHint: 'Usually resource.action, such as report.read. Programs check the permission by its code.',
    codeChangeHint: 'Programs check the permission by its code. If you change the code, change the programs too.',
    name: 'Name',
    resource: 'Resource',
    action: 'Action',
    description: 'Description',
    profile: 'Permission',
    kind: 'Kind',
    system: 'System',
    custom: 'Custom',
    systemHint: 'A built-in permission: if it is deleted, the service does not create it again.',
    disabledHint: 'This permission is disabled. No user has it until it is enabled.',
    enable: 'Enable',
    disable: 'Disable',
    disableTitle: (name: string) => `Disable ${name}?`,
    disableConsequence: (roles: number) => `${lossOf(roles)} You can enable it again.`,
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteConsequence: (roles: number) => `The permission is deleted for good. ${lossOf(roles)}`,
    deletedNotice: (name: string) => `The permission ${name} was deleted.`,
    holders: 'Who holds it?',
    noHolders: 'No role grants this permission.',
    holdersOff: 'The permission is disabled, so none of these users has it.',
    roleDisabled: 'The role is disabled and grants nothing.',
    noUsers: 'No user has this role.',
    more: (count: number) => `and ${count} more`,
    allUsers: (count: number) => (count === 1 ? '1 user' : `${count} users`),
  },
  {
    title: '权限',
    searchIn: '代码、名称、描述',
    create: '新建权限',
    createdNotice: (name) => `已创建权限 ${name}。目前还没有角色授予该权限。`,
    code: '代码',
    codeHint: '通常为 资源.操作，例如 report.read。程序通过代码查询权限。',
    codeChangeHint: '程序通过代码查询权限：更改代码后，也必须更改这些程序。',
    name: '名称',
    resource: '资源',
    action: '操作',
    description: '描述',
    profile: '权限',
    kind: '类型',
    system: '系统',
    custom: '自定义',
    systemHint: '内置权限：删除后，服务不会再次创建它。',
    disabledHint: '该权限已停用：重新启用之前，任何人都不拥有它。',
    enable: '启用',
    disable: '停用',
    disableTitle: (name) => `停用 ${name}？`,
    disableConsequence: (roles) => `${lossInChinese(roles)}您可以再次启用它。`,
    deleteTitle: (name) => `删除 ${name}？`,
    deleteConsequence: (roles) => `该权限将被永久删除。${lossInChinese(roles)}`,
    deletedNotice: (name) => `已删除权限 ${name}。`,
    holders: '谁拥有该权限？',
    noHolders: '没有角色授予该权限。',
    holdersOff: '该权限已停用，因此以下用户都不拥有它。',
    roleDisabled: '该角色已停用，不授予任何权限。',
    noUsers: '没有用户拥有该角色。',
    more: (count) => `等 ${count} 人`,
    allUsers: (count) => `${count} 个用户`,
  },
);

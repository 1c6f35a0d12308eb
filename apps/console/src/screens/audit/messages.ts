import type { ComponentChildren } from 'preact';
import { defineMessages } from '../../language/messages.ts';

export const auditMessages = defineMessages({
  recordTitle: ['Audit record', '审计记录'],
  time: ['Time', '时间'],
  what: ['What happened', '事件内容'],
  rolesSet: (actor: ComponentChildren, user: ComponentChildren) => [
    [actor, ' set the roles of ', user],
    [actor, ' 设置了 ', user, ' 的角色'],
  ],
  changes: ['Difference', '差异'],
  actor: ['By', '操作者'],
  user: ['Of the user', '目标用户'],
  event: ['Event', '事件'],
  events: {
    'user.roles.set': ['Roles set', '设置角色'],
  },
  from: ['From', '起始日期'],
  to: ['To', '截止日期'],
  address: ['Address', '地址'],
  agent: ['Browser', '浏览器'],
  result: ['Result', '结果'],
  results: {
    SUCCESS: ['done', '成功'],
  },
  operator: ['The command line', '命令行'],
  deleted: ['deleted account', '已删除的账号'],
  unknownRole: (id: string) => [`unknown role ${id}`, `未知角色 ${id}`],
  roles: ['Roles before and after', '更改前后的角色'],
  noRoles: ['none', '无'],
  id: ['Record', '记录'],
});

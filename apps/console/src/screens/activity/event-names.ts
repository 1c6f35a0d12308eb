import type { Schemas } from '@portcullis/client';
import { defineMessages } from '../../language/messages.ts';

type Event = Schemas['Event'];

/** The names of all event types. A type without a name does not compile. */
export const eventNames = defineMessages<Readonly<Record<Event['type'], string>>>(
  {
    'user.created': 'User created',
    'user.updated': 'User changed',
    'user.deleted': 'User deleted',
    'user.roles.changed': 'Roles of a user changed',
    'user.password.changed': 'Password changed',
    'role.created': 'Role created',
    'role.updated': 'Role changed',
    'role.deleted': 'Role deleted',
    'role.permissions.changed': 'Permissions of a role changed',
    'role.menus.changed': 'Menus of a role changed',
    'permission.created': 'Permission created',
    'permission.updated': 'Permission changed',
    'permission.deleted': 'Permission deleted',
    'menu.created': 'Menu created',
    'menu.updated': 'Menu changed',
    'menu.deleted': 'Menu deleted',
    'category.created': 'Category created',
    'category.updated': 'Category changed',
    'category.deleted': 'Category deleted',
    'tag.created': 'Tag created',
    'tag.updated': 'Tag changed',
    'tag.deleted': 'Tag deleted',
    'content.created': 'Content created',
    'content.updated': 'Content changed',
    'content.published': 'Content published',
    'content.unpublished': 'Content unpublished',
    'content.archived': 'Content archived',
    'content.deleted': 'Content deleted',
    'content.restored': 'Version of a content restored',
    'content.scheduled': 'Content scheduled',
    'content.draft.saved': 'Working copy saved',
    'content.draft.discarded': 'Working copy discarded',
    'content.previewLink.created': 'Preview link made',
    'content.previewLink.revoked': 'Preview link revoked',
    'session.started': 'Logged in',
    'session.refused': 'Log-in refused',
    'session.ended': 'Session ended',
    'session.reused': 'Refresh token used twice',
    'account.locked': 'Account locked',
    'webhook.created': 'Webhook created',
    'webhook.updated': 'Webhook changed',
    'webhook.deleted': 'Webhook deleted',
    'webhook.disabled': 'Webhook disabled by the service',
    'webhook.secret.rotated': 'Secret of a webhook rotated',
    'webhook.replayed': 'Events sent again to a webhook',
    'accessControl.imported': 'Access control imported',
  },
  {
    'user.created': '新建用户',
    'user.updated': '修改用户',
    'user.deleted': '删除用户',
    'user.roles.changed': '更改用户角色',
    'user.password.changed': '更改密码',
    'role.created': '新建角色',
    'role.updated': '修改角色',
    'role.deleted': '删除角色',
    'role.permissions.changed': '更改角色权限',
    'role.menus.changed': '更改角色菜单',
    'permission.created': '新建权限',
    'permission.updated': '修改权限',
    'permission.deleted': '删除权限',
    'menu.created': '新建菜单',
    'menu.updated': '修改菜单',
    'menu.deleted': '删除菜单',
    'category.created': '新建分类',
    'category.updated': '修改分类',
    'category.deleted': '删除分类',
    'tag.created': '新建标签',
    'tag.updated': '修改标签',
    'tag.deleted': '删除标签',
    'content.created': '新建内容',
    'content.updated': '修改内容',
    'content.published': '发布内容',
    'content.unpublished': '取消发布内容',
    'content.archived': '归档内容',
    'content.deleted': '删除内容',
    'content.restored': '恢复内容版本',
    'content.scheduled': '设定内容定时',
    'content.draft.saved': '保存工作副本',
    'content.draft.discarded': '放弃工作副本',
    'content.previewLink.created': '新建预览链接',
    'content.previewLink.revoked': '撤销预览链接',
    'session.started': '登录',
    'session.refused': '登录被拒绝',
    'session.ended': '会话结束',
    'session.reused': '刷新令牌被重复使用',
    'account.locked': '帐号锁定',
    'webhook.created': '新建 Webhook',
    'webhook.updated': '修改 Webhook',
    'webhook.deleted': '删除 Webhook',
    'webhook.disabled': '服务停用 Webhook',
    'webhook.secret.rotated': '轮换 Webhook 密钥',
    'webhook.replayed': '向 Webhook 重新发送事件',
    'accessControl.imported': '导入访问控制',
  },
);

/** The names of the kinds of subjects. */
export const subjectNames = defineMessages<Readonly<Record<Event['subject']['type'], string>>>(
  {
    user: 'Users',
    role: 'Roles',
    permission: 'Permissions',
    menu: 'Menus',
    category: 'Categories',
    tag: 'Tags',
    content: 'Contents',
    accessControl: 'Access control',
    webhook: 'Webhooks',
  },
  {
    user: '用户',
    role: '角色',
    permission: '权限',
    menu: '菜单',
    category: '分类',
    tag: '标签',
    content: '内容',
    accessControl: '访问控制',
    webhook: 'Webhook',
  },
);

/** The names of the groups of event types that are not those of a kind of subject. */
const groupNames = defineMessages<Readonly<Record<string, string>>>(
  { session: 'Sessions', account: 'Accounts' },
  { session: '会话', account: '帐号' },
);

/** @returns the event types in groups: patterns such as `user.*`, with the name of the group and the types in it. */
export function eventGroups() {
  const names: Readonly<Record<string, string>> = { ...groupNames(), ...subjectNames() };
  const types = Object.entries(eventNames());
  const groups = [...new Set(types.map(([type]) => type.slice(0, type.indexOf('.'))))];
  return groups.map((group) => ({
    pattern: `${group}.*`,
    name: names[group] ?? group,
    types: types.filter(([type]) => type.startsWith(`${group}.`)).map(([value, label]) => ({ value, label })),
  }));
}

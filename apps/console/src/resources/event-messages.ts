import type { Schemas } from '@portcullis/client';
import { defineMessages, textOf, type Translated } from '../language/messages.ts';
import { moduleParts } from '../session/session.ts';

type Event = Schemas['Event'];

/** The names of the event types of the service. A type without a name is a compile-time error. */
const builtInNames = defineMessages<Readonly<Record<Event['type'], Translated>>>({
  'user.created': ['User created', '新建用户'],
  'user.updated': ['User changed', '修改用户'],
  'user.deleted': ['User deleted', '删除用户'],
  'user.roles.changed': ['Roles of a user changed', '更改用户角色'],
  'user.grant.expired': ['A role of a user ended', '用户角色已到期'],
  'user.password.changed': ['Password changed', '修改密码'],
  'userAttributes.updated': ['Attributes of users declared', '更改用户属性声明'],
  'user.passwordReset.requested': ['Link for a new password requested', '请求设置新密码的链接'],
  'user.emailChange.requested': ['Another e-mail address requested', '请求更换电子邮箱'],
  'role.created': ['Role created', '新建角色'],
  'role.updated': ['Role changed', '修改角色'],
  'role.deleted': ['Role deleted', '删除角色'],
  'role.permissions.changed': ['Permissions of a role changed', '更改角色权限'],
  'role.menus.changed': ['Menus of a role changed', '更改角色菜单'],
  'permission.created': ['Permission created', '新建权限'],
  'permission.updated': ['Permission changed', '修改权限'],
  'permission.adopted': ['Permission adopted', '启用权限作用'],
  'permission.deleted': ['Permission deleted', '删除权限'],
  'menu.created': ['Menu created', '新建菜单'],
  'menu.updated': ['Menu changed', '修改菜单'],
  'menu.moved': ['Menu moved', '移动菜单'],
  'menu.deleted': ['Menu deleted', '删除菜单'],
  'category.created': ['Category created', '新建分类'],
  'category.updated': ['Category changed', '修改分类'],
  'category.deleted': ['Category deleted', '删除分类'],
  'tag.created': ['Tag created', '新建标签'],
  'tag.updated': ['Tag changed', '修改标签'],
  'tag.deleted': ['Tag deleted', '删除标签'],
  'content.created': ['Content created', '新建内容'],
  'content.updated': ['Content changed', '修改内容'],
  'content.published': ['Content published', '发布内容'],
  'content.unpublished': ['Content unpublished', '取消发布内容'],
  'content.archived': ['Content archived', '归档内容'],
  'content.deleted': ['Content deleted', '删除内容'],
  'content.restored': ['Version of a content restored', '恢复内容版本'],
  'content.scheduled': ['Content scheduled', '设定内容定时'],
  'content.draft.saved': ['Working copy saved', '保存工作副本'],
  'content.draft.discarded': ['Working copy discarded', '放弃工作副本'],
  'content.previewLink.created': ['Preview link made', '新建预览链接'],
  'content.previewLink.revoked': ['Preview link revoked', '撤销预览链接'],
  'factor.added': ['Second factor added', '添加第二重验证'],
  'factor.removed': ['Second factor removed', '移除第二重验证'],
  'factor.recoveryCodes.created': ['Recovery codes created', '生成恢复代码'],
  'factor.recoveryCode.used': ['Recovery code used', '使用恢复代码'],
  'session.started': ['Logged in', '登录'],
  'session.authenticated': ['Identity confirmed again', '再次确认身份'],
  'session.refused': ['Log-in refused', '登录被拒绝'],
  'session.ended': ['Session ended', '会话结束'],
  'session.reused': ['Refresh token used twice', '刷新令牌被重复使用'],
  'identity.linked': ['Sign-in linked', '关联登录方式'],
  'identity.unlinked': ['Sign-in unlinked', '取消关联登录方式'],
  'account.locked': ['Account locked', '账号锁定'],
  'apiKey.created': ['API key created', '新建 API 密钥'],
  'apiKey.updated': ['API key changed', '修改 API 密钥'],
  'apiKey.rotated': ['API key rotated', '轮换 API 密钥'],
  'apiKey.deleted': ['API key deleted', '删除 API 密钥'],
  'webhook.created': ['Webhook created', '新建 Webhook'],
  'webhook.updated': ['Webhook changed', '修改 Webhook'],
  'webhook.deleted': ['Webhook deleted', '删除 Webhook'],
  'webhook.disabled': ['Webhook disabled by the service', '服务停用 Webhook'],
  'webhook.secret.rotated': ['Secret of a webhook rotated', '轮换 Webhook 密钥'],
  'webhook.tested': ['Webhook tested', '测试 Webhook'],
  'webhook.delivery.retried': ['Delivery to a webhook sent again', '重新投递 Webhook 消息'],
  'webhook.replayed': ['Events sent again to a webhook', '向 Webhook 重新发送事件'],
  'accessControl.imported': ['Access control imported', '导入访问控制'],
  'routeTable.updated': ['Protected routes changed', '修改受保护的路由'],
});

/** Returns the names of all event types, including those of modules. */
const eventNames = (): Readonly<Record<string, string>> => ({
  ...builtInNames(),
  ...Object.fromEntries(moduleParts.value.events.map(({ value, label }) => [value, textOf(label)])),
});

/** Returns the name of an event type; the type itself if it belongs to a module that the service no longer has. */
export const eventName = (type: string): string => eventNames()[type] ?? type;

/** The kinds of subjects of the service. The subject of an event is the resource that the event concerns. */
const builtInSubjects = defineMessages<Readonly<Record<Event['subject']['type'], Translated>>>({
  user: ['Users', '用户'],
  role: ['Roles', '角色'],
  permission: ['Permissions', '权限'],
  menu: ['Menus', '菜单'],
  category: ['Categories', '分类'],
  tag: ['Tags', '标签'],
  content: ['Contents', '内容'],
  accessControl: ['Access control', '访问控制'],
  userAttributes: ['User attributes', '用户属性'],
  routeTable: ['Protected routes', '受保护的路由'],
  apiKey: ['API keys', 'API 密钥'],
  webhook: ['Webhooks', 'Webhook'],
});

/** Returns the display names of the kinds of subjects, including those of modules. */
export const subjectNames = (): Readonly<Record<string, string>> => ({
  ...builtInSubjects(),
  ...Object.fromEntries(moduleParts.value.resources.map(({ name, title }) => [name, textOf(title)])),
});

/**
 * The display names of groups of event types. Other groups, such as `user.*`, have the name of their kind of subject.
 */
const groupNames = defineMessages<Readonly<Record<string, Translated>>>({
  session: ['Sessions', '会话'],
  account: ['Accounts', '账号'],
  factor: ['Second factors', '第二重验证'],
  identity: ['Identities at providers', '身份提供方账号'],
});

/** @returns the groups of event types, each with its pattern such as `user.*`, its name and its types. */
export function eventGroups() {
  const names: Readonly<Record<string, string>> = { ...groupNames(), ...subjectNames() };
  const types = Object.entries(eventNames());
  const groups = [...new Set(types.map(([type]) => groupOf(type, names)))];
  return groups.map((group) => ({
    pattern: `${group}.*`,
    name: names[group] ?? group,
    types: types.filter(([type]) => type.startsWith(`${group}.`)).map(([value, label]) => ({ value, label })),
  }));
}

/** Returns the first part of a type. For a resource of a module, this is the name of the resource, which has a dot. */
function groupOf(type: string, names: Readonly<Record<string, string>>): string {
  const subject = type.slice(0, type.lastIndexOf('.'));
  return subject in names ? subject : type.slice(0, type.indexOf('.'));
}

export const eventMessages = defineMessages({
  title: ['Activity', '活动记录'],
  eventTitle: ['Event', '事件'],
  type: ['What happened', '事件类型'],
  allOf: (group: string) => [`${group}: all`, `${group}：全部`],
  actor: ['By', '操作者'],
  actors: {
    user: ['a user', '用户'],
    apiKey: ['an API key', 'API 密钥'],
    system: ['the service', '服务'],
  },
  visitor: ['a visitor', '访客'],
  withKey: (owner: string, key: string) => [`${owner}, with the API key ${key}`, `${owner}（API 密钥：${key}）`],
  by: ['by', '操作者：'],
  subjectType: ['About', '对象'],
  subjectId: ['Id', '编号'],
  subjectIdHint: ['Id of the subject', '对象的编号'],
  from: ['From', '起始日期'],
  to: ['To', '截止日期'],
  newest: ['Newest', '最新'],
  older: ['Older', '更早'],
  pages: ['Pages of the activity', '活动记录分页'],
  details: ['Details', '详情'],
  detailsOf: (what: string, time: string) => [`Details: ${what}, ${time}`, `详情：${what}，${time}`],
  changedFields: (count: number) => [
    count === 1 ? '1 changed field' : `${count} changed fields`,
    `${count} 个字段已更改`,
  ],
  changes: ['Changes', '更改'],
  noChanges: ['This event records no changed fields.', '此事件没有记录字段更改。'],
  affected: {
    contents: ['Contents', '内容'],
    users: ['Users', '用户'],
    roles: ['Roles', '角色'],
  },
  fingerprint: (bytes: number, hash: string) => [
    `text of ${bytes} bytes (SHA-256 ${hash}…)`,
    `${bytes} 字节的正文（SHA-256 ${hash}…）`,
  ],
  none: ['Nothing has happened yet.', '还没有任何活动。'],
  noneOlder: ['There is nothing older.', '没有更早的活动。'],
  time: ['Time', '时间'],
  address: ['Address', '地址'],
  agent: ['Browser', '浏览器'],
  session: ['Session', '会话'],
  apiKey: ['API key', 'API 密钥'],
  request: ['Request', '请求'],
  position: ['Position', '序号'],
  id: ['Event id', '事件编号'],
  moreAbout: ['All that happened to it', '该对象的全部活动'],
  moreBy: ['All by this actor', '该操作者的全部活动'],
});

import type { ErrorReason } from '@portcullis/client';

/**
 * The service writes its error messages in English. If the language of the console is Chinese, the console shows the
 * translation that belongs to the error's reason, such as `invalid-credentials`. If a reason has no translation, the
 * console shows the English message.
 */
export const errorMessagesInChinese: Partial<Record<ErrorReason, string>> = {
  'validation-failed': '部分内容无效。',
  'malformed-body': '请求格式有误。',
  'invalid-credentials': '用户名或密码错误。',
  'too-many-streams': '打开的实时连接过多，请关闭其中一个。',
  'too-many-requests': '请求过于频繁，请稍后再试。',
  'email-taken': '该电子邮箱已被注册。',
  'username-taken': '该用户名已被使用。',
  'username-unacceptable': '用户名只能使用同一种文字的字母，或拉丁字母与中文、日文、韩文的组合。',
  'password-unacceptable': '密码过短、过长或过于常见，请换一个。',
  'wrong-current-password': '当前密码不正确。',
  'factor-required': '请完成第二重验证。',
  'wrong-code': '验证码错误或已使用。',
  'code-required': '请使用第二重验证：输入验证码或使用通行密钥。',
  'step-up-required': '请确认是您本人。',
  'last-factor': '您的角色需要第二重验证。请先添加另一个验证方式，再移除此项。',
  'wrong-passkey': '通行密钥未被接受，请重试。',
  'challenge-invalid': '本次登录已过期，请重新开始。',
  'factor-not-found': '该验证方式不存在。',
  'too-many-factors': '一个账号最多 5 个验证方式。',
  'setup-token-invalid': '此链接无效。',
  'mail-link-invalid': '此链接无效或已使用。',
  'mail-link-expired': '此链接已过期，请重新申请。',
  'sign-in-invalid': '此次登录已过期、已使用或不是从这里开始的。',
  'link-required': '已有账号使用此电子邮箱。请先登录，然后关联此登录方式。',
  'account-missing': '此登录方式没有对应的账号，请联系管理员。',
  'account-confirmed': '该用户不在等待邀请。',
  'identity-taken': '此登录方式属于另一个账号。',
  'setup-closed': '此链接已使用或已过期。',
  'last-administrator': '必须至少保留一个启用的管理员。',
  'self-deletion': '不能删除自己的账号。',
  'user-not-found': '该用户不存在。',
  'unknown-user': '该用户不存在。',
  'unknown-roles': '部分角色不存在。',
  'unknown-permissions': '部分权限不存在。',
  'unknown-menus': '部分菜单不存在。',
  'unknown-category': '该分类不存在。',
  'unknown-tags': '部分标签不存在。',
  'unknown-parent-menu': '上级菜单不存在。',
  'unknown-parent-category': '上级分类不存在。',
  'session-not-found': '该会话不存在或已结束。',
  'session-ended': '会话已结束，请重新登录。',
  'role-required': '您的角色不允许此操作。',
  'permission-required': '您没有此操作的权限。',
  'system-role': '系统角色只能更改其权限、菜单以及是否需要第二重验证。',
  'role-not-found': '该角色不存在。',
  'role-code-taken': '该角色代码已被使用。',
  'role-name-taken': '该角色名称已被使用。',
  'permission-not-found': '该权限不存在。',
  'permission-code-taken': '该权限代码已被使用。',
  'permission-name-taken': '该权限名称已被使用。',
  'menu-not-found': '该菜单不存在。',
  'menu-has-children': '该菜单有下级菜单，不能删除。',
  'menu-cycle': '菜单不能移动到自己的下级。',
  'menu-too-deep': '菜单层级过深。',
  'directory-menu-has-parent': '目录不能有上级。',
  'content-not-found': '该内容不存在。',
  'content-move-refused': '该内容的当前状态不允许此操作。',
  'revision-not-found': '该历史版本不存在。',
  'working-copy-not-found': '该工作副本不存在。',
  'working-copy-outdated': '创建工作副本之后，内容已被更改。',
  'preview-link-not-found': '该预览链接不存在。',
  'batch-refused': '部分内容无法更改。',
  'batch-versions-changed': '部分内容已被他人修改。',
  'schedule-unacceptable': '发布时间和取消发布时间必须在将来，且发布时间必须早于取消发布时间。',
  'slug-taken': '该网址别名已被使用。',
  'slug-unacceptable': '网址别名只能包含字母、数字、- _ . ~。',
  'category-not-found': '该分类不存在。',
  'category-in-use': '该分类有下级分类或内容，不能删除。',
  'category-cycle': '分类不能移动到自己的下级。',
  'category-too-deep': '分类层级过深。',
  'tag-not-found': '该标签不存在。',
  'tag-name-taken': '该标签名称已被使用。',
  'event-not-found': '该事件不存在。',
  'webhook-not-found': '该 Webhook 不存在。',
  'delivery-not-found': '该投递不存在。',
  'webhook-url-unacceptable': '此 URL 不可接受。',
  'too-many-webhooks': '最多可以有 100 个 Webhook。',
  'replay-too-large': '一次最多重新发送 10,000 条事件，请缩短时间范围。',
  'body-too-large': '内容过大。',
  'internal-error': '服务内部错误。',
  'database-failure': '数据库暂时不可用，请稍后再试。',
  'not-ready': '服务尚未就绪。',
};

const numbers = /(\d+) to (\d+) characters/u;

/** Patterns of the service's messages about a single field, with the Chinese translations. */
const fieldMessages: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [numbers, (min = '', max = '') => `长度必须为 ${min} 到 ${max} 个字符。`],
  [/must be an email/u, () => '必须是电子邮箱地址。'],
  [/must not be less than (-?\d+)/u, (min = '') => `不能小于 ${min}。`],
  [/must not be greater than (\d+)/u, (max = '') => `不能大于 ${max}。`],
  [/must be an integer/u, () => '必须是整数。'],
  [/must be a UUID/u, () => '必须是有效的编号。'],
  [/letters, digits, underscores, dots and hyphens/u, () => '只能包含字母、数字、下划线、点和连字符。'],
  [/capital letter, then capital letters/u, () => '必须以大写字母开头，且只包含大写字母、数字和下划线。'],
  [/digits, spaces/u, () => '只能包含数字、空格和 + - ( )。'],
  [/URL is not valid/u, () => 'URL 无效。'],
  [/URL must begin with https/u, () => 'URL 必须以 https:// 开头。'],
  [/URL must not contain a user name/u, () => 'URL 不能包含用户名或密码。'],
  [/port (\d+) is not allowed/u, (port = '') => `不允许使用端口 ${port}。`],
  [/address that is not public|not public/u, () => '该地址不是公网地址。'],
  [/event type such as/u, () => '必须是事件类型，例如 user.created，或前缀，例如 content.*。'],
  [/at most (\d+) events/u, (max = '') => `最多 ${max} 条事件。`],
  [/must not be a script URL/u, () => '不能是脚本地址，也不能包含控制字符。'],
];

/** @returns the Chinese translation of a message about a field; the message itself if no pattern matches it. */
export function fieldMessageInChinese(message: string): string {
  for (const [form, translate] of fieldMessages) {
    const found = form.exec(message);
    if (found !== null) return translate(...found.slice(1));
  }
  return message;
}

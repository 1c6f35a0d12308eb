import { getLocale } from '@/locales';

/** Texts that the locale files of the front end lack. */
const texts = {
  deleteTitle: { en: 'Delete {0}?', zh: '删除 {0}？' },
  deletedRole: {
    en: 'It is taken from {0} users, with {1} permissions and {2} menus. It cannot be undone.',
    zh: '{0} 个用户将失去该角色，以及其 {1} 个权限和 {2} 个菜单。此操作无法撤销。'
  },
  deletedUser: { en: 'Their sessions end at once. It cannot be undone.', zh: '其会话将立即结束。此操作无法撤销。' },
  deletedMenu: {
    en: 'Everybody loses this entry. A system menu comes back only if the operator runs: portcullis restore menus.',
    zh: '所有用户将失去此菜单。系统菜单只能由运维人员执行 portcullis restore menus 恢复。'
  },
  droppedMenus: {
    en: 'These menus name no page of this front end and are left out: {0}',
    zh: '以下菜单没有对应的页面，已被忽略：{0}'
  },
  accessChanged: {
    en: 'Your rights were read again, because the service refused a call.',
    zh: '服务拒绝了请求，已重新读取您的权限。'
  },
  conflict: {
    en: 'Somebody else has changed this in the meantime{0}. Nothing was saved. Read it again and repeat your change.',
    zh: '此数据已被他人修改{0}，未保存任何更改。请刷新后重试。'
  },
  conflictFields: { en: ' ({0})', zh: '（{0}）' },
  loginName: { en: 'User name or e-mail address', zh: '用户名或邮箱' },
  resetMailed: {
    en: 'If there is such an account, it gets a mail with a link, which is valid for 30 minutes.',
    zh: '如果该账号存在，您将收到一封含链接的邮件，链接 30 分钟内有效。'
  },
  passwordReset: { en: 'The password is changed. Log in with the new one.', zh: '密码已修改，请使用新密码登录。' },
  factorCode: { en: 'Code of the app, or a recovery code', zh: '身份验证器应用的验证码或恢复代码' },
  signInWith: { en: 'Sign in with {0}', zh: '使用 {0} 登录' },
  'access-denied': {
    en: 'The provider did not sign you in, or you have cancelled it.',
    zh: '提供方未完成登录，或您已取消登录。'
  },
  expired: { en: 'The sign-in took too long. Please begin again.', zh: '登录用时过长，请重新开始。' },
  'provider-failed': {
    en: 'The provider could not sign you in. Try again later.',
    zh: '提供方无法完成登录，请稍后再试。'
  },
  'sign-in-invalid': {
    en: 'This sign-in was not started in this tab. Please begin again.',
    zh: '此次登录不是从此标签页开始的，请重新开始。'
  },
  permissions: { en: 'Permissions', zh: '权限' },
  password: { en: 'Password', zh: '密码' },
  newPassword: { en: 'New password', zh: '新密码' },
  currentPassword: { en: 'Current password', zh: '当前密码' },
  keepPassword: { en: 'Leave it empty to keep the password', zh: '留空则不修改密码' },
  changePassword: { en: 'Change password', zh: '修改密码' },
  passwordChanged: {
    en: 'The password is changed, and your other sessions have ended.',
    zh: '密码已修改，其他会话已结束。'
  },
  profile: { en: 'Profile', zh: '个人信息' },
  sessions: { en: 'Sessions', zh: '会话' },
  thisSession: { en: 'This session', zh: '当前会话' },
  lastUsed: { en: 'Last used', zh: '最近使用' },
  endSession: { en: 'End', zh: '结束' },
  pageRequired: { en: 'Choose a page, or give a link', zh: '请选择页面或填写链接' },
  roleCodeRule: {
    en: 'A capital letter, then capital letters, digits and underscores',
    zh: '以大写字母开头，仅限大写字母、数字和下划线'
  },
  details: { en: 'Details', zh: '详情' },
  access: { en: 'Effective permissions', zh: '有效权限' },
  through: { en: 'through {0}', zh: '来自 {0}' },
  notGranted: { en: 'disabled', zh: '已禁用' },
  yourPages: { en: 'Your pages', zh: '您的页面' }
} as const;

/**
 * Returns a text in the language of the front end.
 *
 * @param values The values for the placeholders {0}, {1}, …
 */
export function textOf(key: keyof typeof texts, ...values: (string | number)[]): string {
  const text: string = texts[key][getLocale() === 'zh-CN' ? 'zh' : 'en'];

  return text.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));
}

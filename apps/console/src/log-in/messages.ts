import { defineMessages } from '../language/messages.ts';

export const sessionMessages = defineMessages({
  logIn: ['Log in', '登录'],
  username: ['User name or e-mail', '用户名或电子邮箱'],
  password: ['Password', '密码'],
  keep: ['Keep me logged in', '保持登录'],
  keepHint: [
    'In this browser, until you log out. Not for shared computers.',
    '在此浏览器中保持登录，直到您退出。请勿在公共电脑上使用。',
  ],
  code: ['Code', '验证码'],
  codeHint: ['The 6 digits that your authenticator app shows.', '身份验证器应用显示的 6 位数字。'],
  codeOrRecoveryHint: [
    'The 6 digits that your authenticator app shows, or one of your recovery codes.',
    '身份验证器应用显示的 6 位数字，或您的一个恢复代码。',
  ],
  recoveryHint: ['One of your recovery codes.', '您的一个恢复代码。'],
  back: ['Begin again', '重新开始'],
  confirmTitle: ['Is it still you?', '请确认是您本人'],
  confirmHint: ['Please confirm your identity to make this change.', '此更改需要重新确认身份，确认后立即执行。'],
  confirmAtProvider: [
    'Your account has no password. Please sign in again, and then repeat your change.',
    '您的账号没有密码。请重新登录，然后再次执行此更改。',
  ],
  confirm: ['Confirm', '确认'],
});

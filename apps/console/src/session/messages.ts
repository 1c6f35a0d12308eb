import { defineMessages } from '../language/messages.ts';

export const sessionMessages = defineMessages(
  {
    logIn: 'Log in',
    username: 'User name or e-mail',
    password: 'Password',
    keep: 'Keep me logged in',
    keepHint: 'In this browser, until you log out. Not for shared computers.',
    code: 'Code',
    codeHint: 'The 6 digits that your authenticator app shows.',
    codeOrRecoveryHint: 'The 6 digits that your authenticator app shows, or one of your recovery codes.',
    recoveryHint: 'One of your recovery codes.',
    back: 'Begin again',
    confirmTitle: 'Is it still you?',
    confirmHint: 'Please confirm your identity to make this change.',
    confirm: 'Confirm',
  },
  {
    logIn: '登录',
    username: '用户名或电子邮箱',
    password: '密码',
    keep: '保持登录',
    keepHint: '在此浏览器中保持登录，直到您退出。请勿在公共电脑上使用。',
    code: '验证码',
    codeHint: '身份验证器应用显示的 6 位数字。',
    codeOrRecoveryHint: '身份验证器应用显示的 6 位数字，或您的一个恢复代码。',
    recoveryHint: '您的一个恢复代码。',
    back: '重新开始',
    confirmTitle: '请确认是您本人',
    confirmHint: '此更改需要重新确认身份，确认后立即执行。',
    confirm: '确认',
  },
);

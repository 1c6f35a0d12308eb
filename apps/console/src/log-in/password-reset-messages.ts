import { defineMessages } from '../language/messages.ts';

export const passwordResetMessages = defineMessages({
  forgotten: ['Forgot your password?', '忘记密码？'],
  requestHint: [
    'You will get a mail with a link. Open the link to choose a new password.',
    '您将收到一封邮件，可通过其中的链接设置新密码。',
  ],
  login: ['User name or e-mail', '用户名或电子邮箱'],
  request: ['Send the mail', '发送邮件'],
  requested: [
    'If the account exists, a mail is on its way. Its link works once, for 30 minutes.',
    '如果该账号存在，邮件已发送。链接只能使用一次，30 分钟内有效。',
  ],
  toLogIn: ['Back to the log-in', '返回登录'],
  title: ['Choose a new password', '设置新密码'],
  newPassword: ['New password', '新密码'],
  newPasswordHint: [
    'All your sessions end. Afterwards, log in with the new password.',
    '您的所有会话将结束。之后请使用新密码登录。',
  ],
  choose: ['Set the password', '设置密码'],
  done: ['Your password was changed. You can log in with it now.', '密码已修改，现在可以使用新密码登录。'],
});

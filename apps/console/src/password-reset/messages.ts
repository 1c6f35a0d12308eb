import { defineMessages } from '../language/messages.ts';

export const passwordResetMessages = defineMessages(
  {
    forgotten: 'Forgot your password?',
    requestHint: 'You will get a mail with a link. Open the link to choose a new password.',
    login: 'User name or e-mail',
    request: 'Send the mail',
    requested: 'If the account exists, a mail is on its way. Its link works once, for 30 minutes.',
    toLogIn: 'Back to the log-in',
    title: 'Choose a new password',
    newPassword: 'New password',
    newPasswordHint: 'All your sessions end. Afterwards, log in with the new password.',
    choose: 'Set the password',
    done: 'Your password was changed. You can log in with it now.',
  },
  {
    forgotten: '忘记密码？',
    requestHint: '您将收到一封邮件，可通过其中的链接设置新密码。',
    login: '用户名或电子邮箱',
    request: '发送邮件',
    requested: '如果该账号存在，邮件已发送。链接只能使用一次，30 分钟内有效。',
    toLogIn: '返回登录',
    title: '设置新密码',
    newPassword: '新密码',
    newPasswordHint: '您的所有会话将结束。之后请使用新密码登录。',
    choose: '设置密码',
    done: '密码已修改，现在可以使用新密码登录。',
  },
);

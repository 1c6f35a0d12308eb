import { defineMessages } from '../language/messages.ts';

export const mailLinkMessages = defineMessages(
  {
    invitation: 'Welcome: choose your password',
    password: 'Password',
    accept: 'Set the password and log in',
    accepted: 'Your password was set. You can log in with it now.',
    emailChange: 'Confirm your e-mail address',
    emailHint: 'The address to which this link was sent becomes the address of your account.',
    confirm: 'Confirm the address',
    confirmed: 'Your new e-mail address was confirmed.',
    toConsole: 'Continue to the console',
  },
  {
    invitation: '欢迎：请设置您的密码',
    password: '密码',
    accept: '设置密码并登录',
    accepted: '密码已设置，现在可以使用该密码登录。',
    emailChange: '确认您的电子邮箱',
    emailHint: '收到此链接的地址将成为您账号的电子邮箱。',
    confirm: '确认地址',
    confirmed: '新的电子邮箱已确认。',
    toConsole: '进入控制台',
  },
);

import { defineMessages } from '../language/messages.ts';

export const mailLinkMessages = defineMessages({
  invitation: ['Welcome: choose your password', '欢迎：请设置您的密码'],
  password: ['Password', '密码'],
  accept: ['Set the password and log in', '设置密码并登录'],
  accepted: ['Your password was set. You can log in with it now.', '密码已设置，现在可以使用该密码登录。'],
  emailChange: ['Confirm your e-mail address', '确认您的电子邮箱'],
  emailHint: [
    'The address to which this link was sent becomes the address of your account.',
    '收到此链接的地址将成为您账号的电子邮箱。',
  ],
  confirm: ['Confirm the address', '确认地址'],
  confirmed: ['Your new e-mail address was confirmed.', '新的电子邮箱已确认。'],
  toConsole: ['Continue to the console', '进入控制台'],
});

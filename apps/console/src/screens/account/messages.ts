import { defineMessages } from '../../language/messages.ts';

export const accountMessages = defineMessages({
  title: ['Own account', '我的账号'],
  noRights: [
    'Your account has no administrative rights, so there is nothing else here. An administrator can grant rights.',
    '您的账号没有管理权限，因此这里没有其他内容。管理员可以授予权限。',
  ],
  profile: ['Profile', '资料'],
  username: ['User name', '用户名'],
  usernameHint: ['An administrator can change it.', '管理员可以修改。'],
  email: ['E-mail', '电子邮箱'],
  pendingEmail: (address: string) => [
    `${address} waits for its confirmation: use the link in the mail to this address. The link stops working if you change your password.`,
    `${address} 尚待确认：请使用发送到该地址的邮件中的链接。修改密码会使其失效。`,
  ],
  nickName: ['Nickname', '昵称'],
  phone: ['Phone', '电话'],
  gender: ['Gender', '性别'],
  rights: ['Roles and permissions', '角色与权限'],
  roles: ['Roles', '角色'],
  permissions: ['Permissions', '权限'],
  password: ['Password', '密码'],
  currentPassword: ['Current password', '当前密码'],
  newPassword: ['New password', '新密码'],
  passwordHint: ['Changing it logs you out everywhere else.', '修改密码后，您在其他地方的会话将退出。'],
  changePassword: ['Change password', '修改密码'],
  passwordChanged: ['The password was changed. Other sessions have ended.', '密码已修改，其他会话已结束。'],
  sessions: ['Sessions', '会话'],
  endAll: ['Log out everywhere', '在所有地方退出'],
  endAllTitle: ['Log out everywhere?', '在所有地方退出？'],
  endAllConsequence: [
    'All your sessions end, including this one. You have to log in again.',
    '您的所有会话都将结束，包括当前会话。您需要重新登录。',
  ],
  ended: ['The session has ended.', '会话已结束。'],
});

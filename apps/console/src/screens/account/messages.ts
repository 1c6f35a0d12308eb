import { defineMessages } from '../../language/messages.ts';

export const accountMessages = defineMessages({
  title: ['Own account', '我的账号'],
  noRights: [
    'Your account has no administrative rights, so there is nothing else here. An administrator can grant rights.',
    '您的账号没有管理权限，因此这里没有其他内容。管理员可以授予权限。',
  ],
  profile: ['Profile', '资料'],
  usernameHint: ['An administrator can change it.', '管理员可以修改。'],
  pendingEmail: (address: string) => [
    `${address} waits for its confirmation: use the link in the mail to this address. The link stops working if you change your password.`,
    `${address} 尚待确认：请使用发送到该地址的邮件中的链接。修改密码会使其失效。`,
  ],
  rights: ['Roles and permissions', '角色与权限'],
  roles: ['Roles', '角色'],
  permissions: ['Permissions', '权限'],
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

export const factorMessages = defineMessages({
  title: ['Second factor', '第二重验证'],
  none: [
    'You log in with your password only. If you add a passkey or an authenticator app, a stolen password is not enough to log in.',
    '您仅使用密码登录。添加通行密钥或身份验证器应用后，即使他人得知密码也无法登录。',
  ],
  app: ['Authenticator app', '身份验证器应用'],
  passkey: (name: string) => [`Passkey “${name}”`, `通行密钥“${name}”`],
  added: ['added', '添加于'],
  lastUsed: ['last used', '上次使用'],
  remove: ['Remove', '移除'],
  removeLabel: (added: string) => [`Remove the authenticator app of ${added}`, `移除 ${added} 添加的身份验证器应用`],
  removePasskeyLabel: (name: string) => [`Remove the passkey ${name}`, `移除通行密钥 ${name}`],
  removeTitle: ['Remove this authenticator app?', '移除此身份验证器应用？'],
  removePasskeyTitle: ['Remove this passkey?', '移除此通行密钥？'],
  removeConsequence: [
    'It stops working. If it is your last second factor, you log in with your password only, and your recovery codes are removed.',
    '它将失效。如果没有其他验证方式，仅凭密码即可登录，恢复代码也会被移除。',
  ],
  removed: ['The authenticator app was removed.', '身份验证器应用已移除。'],
  removedPasskey: [
    'The passkey was removed. Remove it from your device as well.',
    '通行密钥已移除。请同时从您的设备中移除。',
  ],
  codesLeft: (count: number) => [`${count} recovery codes left`, `剩余 ${count} 个恢复代码`],
  add: ['Add an authenticator app', '添加身份验证器应用'],
  addPasskey: ['Add a passkey', '添加通行密钥'],
  addedPasskey: ['The passkey was added.', '通行密钥已添加。'],
  passkeyName: ['Name', '名称'],
  passkeyNameHint: [
    'A name that you will recognise, such as the device with the passkey.',
    '便于您识别的名称，例如保存它的设备。',
  ],
  password: ['Current password', '当前密码'],
  begin: ['Continue', '继续'],
  cancel: ['Cancel', '取消'],
  scan: [
    'Scan this code with the app, or type the key into it. Then enter the code that it shows.',
    '使用应用扫描此二维码，或在应用中输入密钥，然后输入应用显示的验证码。',
  ],
  qrCode: ['QR code with the key for the authenticator app', '包含身份验证器应用密钥的二维码'],
  key: ['Key', '密钥'],
  code: ['Code', '验证码'],
  confirm: ['Confirm', '确认'],
  newCodes: ['New recovery codes', '新的恢复代码'],
  newCodesHint: [
    'A code of the app, or one of your recovery codes. All earlier recovery codes stop working.',
    '应用的验证码，或您的一个恢复代码。之前的恢复代码将全部失效。',
  ],
  recoveryCodes: ['Your recovery codes', '您的恢复代码'],
  recoveryCodesHint: [
    'Each code logs you in once if you do not have the app. Keep the codes in a safe place: they are not shown again. Earlier codes no longer work.',
    '没有应用时，每个代码可登录一次。请妥善保存：代码不会再次显示，之前的代码已失效。',
  ],
  kept: ['I have kept them', '我已保存'],
});

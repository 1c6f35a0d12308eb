import { defineMessages } from '../language/messages.ts';

export const sessionMessages = defineMessages({
  logIn: ['Log in', '登录'],
  username: ['User name or e-mail', '用户名或电子邮箱'],
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

export const mailLinkMessages = defineMessages({
  invitation: ['Welcome: choose your password', '欢迎：请设置您的密码'],
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

export const firstStartMessages = defineMessages({
  title: ['Set up Portcullis', '设置 Portcullis'],
  welcome: [
    'Choose how you log in as the first administrator. This link works once.',
    '请设置第一个管理员的登录方式。此链接只能使用一次。',
  ],
  passwordHint: (length: number) => [
    `At least ${length} characters, and none of the most common passwords.`,
    `至少 ${length} 个字符，且不能是常见密码。`,
  ],
  demoData: ['Add demo data', '添加演示数据'],
  demoHint: [
    'Adds people, roles, menus and articles to try the service. This takes a few seconds.',
    '包含人员、角色、菜单和文章，便于试用。需要几秒钟。',
  ],
  begin: ['Begin', '开始'],
  settingUp: ['Setting up …', '正在设置…'],
  addingDemo: ['Adding the demo data …', '正在添加演示数据…'],
  invalid: ['This link is not valid.', '此链接无效。'],
  invalidHint: [
    'It works once, for 30 minutes after the start, and until the administrator has logged in for the first time. The terminal also shows a password of the administrator, which is valid until you choose another one.',
    '链接只能使用一次，在启动后 30 分钟内、管理员首次登录之前有效。终端中也显示了管理员的密码，在您设置新密码之前有效。',
  ],
  toLogIn: ['Go to the log-in', '前往登录'],
  demoReady: ['The demo data is there', '演示数据已就绪'],
  demoIncomplete: ['Part of the demo data is missing', '部分演示数据缺失'],
  demoRepair: [
    'The administrator is set up, but adding the demo data failed. The log of the service contains the cause. The command “portcullis seed demo” adds the missing data.',
    '管理员已设置完成，但添加演示数据时出错。原因见服务日志。命令 “portcullis seed demo” 可补齐缺失的部分。',
  ],
  demoPassword: [
    'Every person of the demo data logs in with this password. It is shown only now:',
    '演示数据中的所有人员都使用此密码登录。密码仅在此时显示：',
  ],
  goOn: ['Go on', '继续'],
});

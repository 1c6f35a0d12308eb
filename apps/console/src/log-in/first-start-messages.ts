import { defineMessages } from '../language/messages.ts';

export const firstStartMessages = defineMessages({
  title: ['Set up Portcullis', '设置 Portcullis'],
  welcome: [
    'Choose how you log in as the first administrator. This link works once.',
    '请设置第一个管理员的登录方式。此链接只能使用一次。',
  ],
  username: ['User name', '用户名'],
  email: ['E-mail', '电子邮箱'],
  password: ['Password', '密码'],
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

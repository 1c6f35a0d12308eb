import { defineMessages } from '../language/messages.ts';

export const firstStartMessages = defineMessages(
  {
    title: 'Set up Portcullis',
    welcome: 'Choose how you log in as the first administrator. This link works once.',
    username: 'User name',
    email: 'E-mail',
    password: 'Password',
    passwordHint: (length: number) => `At least ${length} characters, and none of the most common passwords.`,
    demoData: 'Add demo data',
    demoHint: 'Adds people, roles, menus and articles to try the service. This takes a few seconds.',
    begin: 'Begin',
    settingUp: 'Setting up …',
    addingDemo: 'Adding the demo data …',
    invalid: 'This link is not valid.',
    invalidHint:
      'It works once, for 30 minutes after the start, and until the administrator has logged in for the first time. The terminal also shows a password of the administrator, which is valid until you choose another one.',
    toLogIn: 'Go to the log-in',
    demoReady: 'The demo data is there',
    demoIncomplete: 'Part of the demo data is missing',
    demoRepair:
      'The administrator is set up, but adding the demo data failed. The log of the service contains the cause. The command “portcullis seed demo” adds the missing data.',
    demoPassword: 'Every person of the demo data logs in with this password. It is shown only now:',
    goOn: 'Go on',
  },
  {
    title: '设置 Portcullis',
    welcome: '请设置第一个管理员的登录方式。此链接只能使用一次。',
    username: '用户名',
    email: '电子邮箱',
    password: '密码',
    passwordHint: (length) => `至少 ${length} 个字符，且不能是常见密码。`,
    demoData: '添加演示数据',
    demoHint: '包含人员、角色、菜单和文章，便于试用。需要几秒钟。',
    begin: '开始',
    settingUp: '正在设置…',
    addingDemo: '正在添加演示数据…',
    invalid: '此链接无效。',
    invalidHint:
      '链接只能使用一次，在启动后 30 分钟内、管理员首次登录之前有效。终端中也显示了管理员的密码，在您设置新密码之前有效。',
    toLogIn: '前往登录',
    demoReady: '演示数据已就绪',
    demoIncomplete: '部分演示数据缺失',
    demoRepair:
      '管理员已设置完成，但添加演示数据时出错。原因见服务日志。命令 “portcullis seed demo” 可补齐缺失的部分。',
    demoPassword: '演示数据中的所有人员都使用此密码登录。密码仅在此时显示：',
    goOn: '继续',
  },
);

import { defineMessages } from '../language/messages.ts';

export const layoutMessages = defineMessages(
  {
    skip: 'Skip to the content',
    navigation: 'Screens',
    menu: 'Menu',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    logOut: 'Log out',
    api: 'API documentation',
    notFound: 'Page not found',
    notFoundHint: 'There is no screen at this address.',
    forbidden: 'Not allowed',
    forbiddenHint:
      'Your roles do not allow this screen. An administrator can grant it. If one of your roles requires a second factor, add an authenticator app under “Own account”, or log in with a code.',
    home: 'To the start',
    broken: 'This screen has failed',
    brokenHint:
      'The error has not changed any data. Load the page again. If it fails again, look for the cause in the service log.',
    reload: 'Load again',
    noScreens: 'Your account has no administrative rights',
    ended: 'Your session has ended',
    endedHint: 'Log in again to continue. Your input is still there.',
  },
  {
    skip: '跳到内容',
    navigation: '页面',
    menu: '导航',
    theme: '主题',
    themes: { system: '跟随系统', light: '浅色', dark: '深色' },
    language: '语言',
    logOut: '退出登录',
    api: 'API 文档',
    notFound: '页面不存在',
    notFoundHint: '此地址没有对应的页面。',
    forbidden: '无权访问',
    forbiddenHint:
      '您的角色不允许访问此页面。管理员可以授予权限。如果您的角色需要第二重验证，请在“我的账号”中添加验证方式，或使用验证码登录。',
    home: '回到首页',
    broken: '页面出错',
    brokenHint: '没有任何内容因此被更改。请重新加载页面；如果仍然失败，服务日志中可能有原因。',
    reload: '重新加载',
    noScreens: '您的账号没有管理权限',
    ended: '会话已结束',
    endedHint: '请重新登录以继续。您输入的内容仍然保留。',
  },
);

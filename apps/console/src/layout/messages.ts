import { defineMessages } from '../language/messages.ts';

export const layoutMessages = defineMessages({
  skip: ['Skip to the content', '跳到内容'],
  navigation: ['Screens', '页面'],
  menu: ['Menu', '导航'],
  logOut: ['Log out', '退出登录'],
  api: ['API documentation', 'API 文档'],
  notFound: ['Page not found', '页面不存在'],
  notFoundHint: ['There is no screen at this address.', '此地址没有对应的页面。'],
  forbidden: ['Not allowed', '无权访问'],
  forbiddenHint: [
    'Your roles do not allow this screen. An administrator can grant it. If one of your roles requires a second factor, add an authenticator app under “Own account”, or log in with a code.',
    '您的角色不允许访问此页面。管理员可以授予权限。如果您的角色需要第二重验证，请在“我的账号”中添加验证方式，或使用验证码登录。',
  ],
  home: ['To the start', '回到首页'],
  broken: ['This screen has failed', '页面出错'],
  brokenHint: [
    'The error has not changed any data. Load the page again. If it fails again, look for the cause in the service log.',
    '没有任何内容因此被更改。请重新加载页面；如果仍然失败，服务日志中可能有原因。',
  ],
  reload: ['Load again', '重新加载'],
  ended: ['Your session has ended', '会话已结束'],
  endedHint: ['Log in again to continue. Your input is still there.', '请重新登录以继续。您输入的内容仍然保留。'],
});

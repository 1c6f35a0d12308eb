import { defineMessages } from '../language/messages.ts';

/** The texts of `MenuLabel` and `UserFilter`. */
export const resourceMessages = defineMessages({
  directory: ['Directory', '目录'],
  hidden: ['hidden', '隐藏'],
  constant: ['constant', '常量'],
  userHint: ['User name', '用户名'],
  noSuchUser: ['There is no such user.', '没有该用户。'],
});

import { defineMessages } from '../language/messages.ts';

/** The texts of `MenuLabel`, `UserFilter` and the tags of contents. */
export const resourceMessages = defineMessages({
  directory: ['Directory', '目录'],
  hidden: ['hidden', '隐藏'],
  constant: ['constant', '常量'],
  userHint: ['User name', '用户名'],
  noSuchUser: ['There is no such user.', '没有该用户。'],
  noSuchTag: (name: string) => [
    `There is no tag ${name}, and you may not create tags.`,
    `标签 ${name} 不存在，而您无权新建标签。`,
  ],
});

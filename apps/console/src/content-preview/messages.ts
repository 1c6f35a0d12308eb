import { defineMessages } from '../language/messages.ts';

export const previewMessages = defineMessages({
  notice: ['This is a preview. The published version may differ.', '这是预览，最终发布的内容可能不同。'],
  updated: ['Last change:', '最后更改：'],
  closed: ['This link does not work any more.', '此链接已失效。'],
  closedHint: [
    'It has expired or was revoked. Ask the person who sent it for a new one.',
    '链接已过期或已被撤销。请向发送者索取新链接。',
  ],
});

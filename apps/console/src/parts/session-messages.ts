import { defineMessages } from '../language/messages.ts';

export const sessionListMessages = defineMessages({
  noSessions: ['No open session.', '没有打开的会话。'],
  lastUsed: ['Last used', '最近使用'],
  currentSession: ['this session', '当前会话'],
  endSession: ['End', '结束'],
  endSessionLabel: (agent: string) => [`End the session of ${agent}`, `结束 ${agent} 的会话`],
});

import { defineMessages } from '../language/messages.ts';

export const sessionListMessages = defineMessages(
  {
    noSessions: 'No open session.',
    lastUsed: 'Last used',
    currentSession: 'this session',
    endSession: 'End',
    endSessionLabel: (agent: string) => `End the session of ${agent}`,
  },
  {
    noSessions: '没有打开的会话。',
    lastUsed: '最近使用',
    currentSession: '当前会话',
    endSession: '结束',
    endSessionLabel: (agent) => `结束 ${agent} 的会话`,
  },
);

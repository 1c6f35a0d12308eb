import { sessionRoutes } from '@portcullis/adapters-http';
import { endSession, endUserSession, endUserSessions, removeExpiredSessions } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { work, writing } from './sources.ts';

export const sessions = noun(
  {
    endSession: useCase(endSession, writing),
    endUserSession: useCase(endUserSession, writing),
    endUserSessions: useCase(endUserSessions, { work }),
    removeExpiredSessions: useCase(removeExpiredSessions, writing),
  },
  sessionRoutes,
);

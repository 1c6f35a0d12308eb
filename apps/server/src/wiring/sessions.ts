import { sessionRoutes } from '@portcullis/adapters-http';
import { endSession, endUserSession, endUserSessions, removeExpiredSessions } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating, writing } from './sources.ts';

export const sessions = noun(
  {
    endSession: useCase(endSession, creating),
    endUserSession: useCase(endUserSession, creating),
    endUserSessions: useCase(endUserSessions, creating),
    removeExpiredSessions: useCase(removeExpiredSessions, writing),
  },
  sessionRoutes,
);

import { sessionRoutes } from '@portcullis/adapters-http';
import { EndSession, EndUserSession, EndUserSessions, RemoveExpiredSessions } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { work, writing } from './sources.ts';

export const sessions = noun(
  {
    endSession: useCase(EndSession, writing),
    endUserSession: useCase(EndUserSession, writing),
    endUserSessions: useCase(EndUserSessions, { work }),
    removeExpiredSessions: useCase(RemoveExpiredSessions, writing),
  },
  sessionRoutes,
);

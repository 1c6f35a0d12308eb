import { sessionRoutes } from '@portcullis/adapters-http';
import { endSession, endUserSession, endUserSessions, removeExpiredSessions } from '@portcullis/application';
import { resourceModule, useCase } from './dependency-injection.ts';
import { createDependencies, updateDependencies } from './shared-dependencies.ts';

export const sessions = resourceModule(
  {
    endSession: useCase(endSession, createDependencies),
    endUserSession: useCase(endUserSession, createDependencies),
    endUserSessions: useCase(endUserSessions, createDependencies),
    removeExpiredSessions: useCase(removeExpiredSessions, updateDependencies),
  },
  sessionRoutes,
);

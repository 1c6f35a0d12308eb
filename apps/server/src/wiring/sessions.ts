import { sessionRoutes } from '@portcullis/adapters-http';
import { endSession, endUserSession, endUserSessions } from '@portcullis/application';
import { resourceModule, useCase } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

export const sessions = resourceModule(
  {
    endSession: useCase(endSession, createDependencies),
    endUserSession: useCase(endUserSession, createDependencies),
    endUserSessions: useCase(endUserSessions, createDependencies),
  },
  sessionRoutes,
);

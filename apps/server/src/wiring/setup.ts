import { setupRoutes } from '@portcullis/adapters-http';
import { checkSetup, completeSetup, logIn } from '@portcullis/application';
import { setupLimit } from '../config/limits.ts';
import { HASHER, POLICY, SETUP_TOKENS } from './ports.ts';
import { resourceModule, useCase, useCaseOf } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

const checking = { ...createDependencies, setupTokens: SETUP_TOKENS, policy: POLICY };

export const setup = resourceModule(
  {
    checkSetup: useCase(checkSetup, checking),
    completeSetup: useCase(completeSetup, { ...checking, hasher: HASHER }),
  },
  (use, from, { loadDemo }) => setupRoutes({ ...use, logIn: useCaseOf(from, logIn), loadDemo, setupLimit }),
);

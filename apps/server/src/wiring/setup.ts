import { setupRoutes } from '@portcullis/adapters-http';
import { checkSetup, completeSetup, logIn } from '@portcullis/application';
import { setupLimit } from '../config/limits.ts';
import { HASHER, POLICY, SETUP_TOKENS } from './ports.ts';
import { noun, useCase, useCaseOf } from './provide.ts';
import { creating } from './sources.ts';

const checking = { ...creating, setupTokens: SETUP_TOKENS, policy: POLICY };

export const setup = noun(
  {
    checkSetup: useCase(checkSetup, checking),
    completeSetup: useCase(completeSetup, { ...checking, hasher: HASHER }),
  },
  (use, from, { loadDemo }) => setupRoutes({ ...use, logIn: useCaseOf(from, logIn), loadDemo, setupLimit }),
);

import { emailChangeRoutes } from '@portcullis/adapters-http';
import { confirmEmailChange } from '@portcullis/application';
import { mailLinkLimit } from '../config/limits.ts';
import { LINK_TOKENS } from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

export const emailChanges = resourceModule(
  { confirmEmailChange: useCase(confirmEmailChange, { ...createDependencies, linkTokens: LINK_TOKENS }) },
  (use) => emailChangeRoutes({ ...use, linkLimit: mailLinkLimit }),
);

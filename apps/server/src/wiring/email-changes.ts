import { emailChangeRoutes } from '@portcullis/adapters-http';
import { confirmEmailChange } from '@portcullis/application';
import { mailLinkLimit } from '../config/limits.ts';
import { LINK_TOKENS } from './ports.ts';
import { noun, useCase } from './provide.ts';
import { creating } from './sources.ts';

export const emailChanges = noun(
  { confirmEmailChange: useCase(confirmEmailChange, { ...creating, linkTokens: LINK_TOKENS }) },
  (use) => emailChangeRoutes({ ...use, linkLimit: mailLinkLimit }),
);

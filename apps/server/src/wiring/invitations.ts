import { invitationRoutes } from '@portcullis/adapters-http';
import { confirmInvitation, sendInvitation } from '@portcullis/application';
import { mailLinkLimit } from '../config/limits.ts';
import { LINK_TOKENS, POLICY } from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';
import { hashDependencies, mailDependencies } from './shared-dependencies.ts';

export const invitations = resourceModule(
  {
    sendInvitation: useCase(sendInvitation, mailDependencies),
    confirmInvitation: useCase(confirmInvitation, { ...hashDependencies, linkTokens: LINK_TOKENS, policy: POLICY }),
  },
  (use) => invitationRoutes({ ...use, linkLimit: mailLinkLimit }),
);

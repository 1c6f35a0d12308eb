import { invitationRoutes } from '@portcullis/adapters-http';
import { confirmInvitation, sendInvitation } from '@portcullis/application';
import { mailLinkLimit } from '../config/limits.ts';
import { LINK_TOKENS, POLICY } from './ports.ts';
import { noun, useCase } from './provide.ts';
import { hashing, mailing } from './sources.ts';

export const invitations = noun(
  {
    sendInvitation: useCase(sendInvitation, mailing),
    confirmInvitation: useCase(confirmInvitation, { ...hashing, linkTokens: LINK_TOKENS, policy: POLICY }),
  },
  (use) => invitationRoutes({ ...use, linkLimit: mailLinkLimit }),
);

import { passwordResetRoutes } from '@portcullis/adapters-http';
import {
  confirmPasswordReset,
  removeExpiredMailLinks,
  requestPasswordReset,
  sendPasswordReset,
} from '@portcullis/application';
import { mailLinkLimit, passwordResetLimit } from '../config/limits.ts';
import { LINK_TOKENS, MAIL_THROTTLE, POLICY, USER_VIEWS } from './ports.ts';
import { noun, useCase } from './provide.ts';
import { hashing, mailing, writing } from './sources.ts';

export const passwordResets = noun(
  {
    requestPasswordReset: useCase(requestPasswordReset, {
      ...mailing,
      users: USER_VIEWS,
      mailThrottle: MAIL_THROTTLE,
    }),
    confirmPasswordReset: useCase(confirmPasswordReset, { ...hashing, linkTokens: LINK_TOKENS, policy: POLICY }),
    sendPasswordReset: useCase(sendPasswordReset, mailing),
    removeExpiredMailLinks: useCase(removeExpiredMailLinks, writing),
  },
  (use) => passwordResetRoutes({ ...use, resetLimit: passwordResetLimit, linkLimit: mailLinkLimit }),
);

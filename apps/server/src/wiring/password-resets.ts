import { passwordResetRoutes } from '@portcullis/adapters-http';
import {
  confirmPasswordReset,
  removeExpiredMailLinks,
  requestPasswordReset,
  sendPasswordReset,
} from '@portcullis/application';
import { mailLinkLimit, passwordResetLimit } from '../config/limits.ts';
import { DELIVERY_WAKE_UP, LINK_TOKENS, MAIL_THROTTLE, MAILS, POLICY, SECRET_BOX, USER_VIEWS } from './ports.ts';
import { noun, useCase } from './provide.ts';
import { creating, hashing, writing } from './sources.ts';

const linkTokens = LINK_TOKENS;
const mailing = {
  ...creating,
  linkTokens,
  secretBox: SECRET_BOX,
  mails: MAILS,
  deliveryWakeUp: DELIVERY_WAKE_UP,
};

export const passwordResets = noun(
  {
    requestPasswordReset: useCase(requestPasswordReset, {
      ...mailing,
      users: USER_VIEWS,
      mailThrottle: MAIL_THROTTLE,
    }),
    confirmPasswordReset: useCase(confirmPasswordReset, { ...hashing, linkTokens, policy: POLICY }),
    sendPasswordReset: useCase(sendPasswordReset, mailing),
    removeExpiredMailLinks: useCase(removeExpiredMailLinks, writing),
  },
  (use) => passwordResetRoutes({ ...use, resetLimit: passwordResetLimit, linkLimit: mailLinkLimit }),
);

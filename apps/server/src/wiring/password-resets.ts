import { passwordResetRoutes } from '@portcullis/adapters-http';
import { confirmPasswordReset, requestPasswordReset, sendPasswordReset } from '@portcullis/application';
import { mailLinkLimit, passwordResetLimit } from '../config/limits.ts';
import { LINK_TOKENS, MAIL_THROTTLE, POLICY, USER_VIEWS } from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';
import { hashDependencies, mailDependencies } from './shared-dependencies.ts';

export const passwordResets = resourceModule(
  {
    requestPasswordReset: useCase(requestPasswordReset, {
      ...mailDependencies,
      users: USER_VIEWS,
      mailThrottle: MAIL_THROTTLE,
    }),
    confirmPasswordReset: useCase(confirmPasswordReset, {
      ...hashDependencies,
      linkTokens: LINK_TOKENS,
      policy: POLICY,
    }),
    sendPasswordReset: useCase(sendPasswordReset, mailDependencies),
  },
  (use) => passwordResetRoutes({ ...use, resetLimit: passwordResetLimit, linkLimit: mailLinkLimit }),
);

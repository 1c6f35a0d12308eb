import { authRoutes } from '@portcullis/adapters-http';
import {
  changePassword,
  ensureAdministrator,
  logIn,
  logOut,
  refreshSession,
  register,
  removeOldLoginAddresses,
  updateProfile,
} from '@portcullis/application';
import { registerLimit } from '../config/limits.ts';
import { LINK_TOKENS, MAIL_THROTTLE, PASSKEYS, POLICY, THROTTLE, USER_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating, hashing, mailing, openingSessions, tokens, writing } from './sources.ts';

const users = USER_VIEWS;
const policy = POLICY;
const throttle = THROTTLE;

export const auth = noun(
  {
    ensureAdministrator: useCase(ensureAdministrator, hashing),
    register: useCase(register, { ...hashing, users, policy }),
    logIn: useCase(logIn, { ...hashing, ...tokens, linkTokens: LINK_TOKENS, passkeys: PASSKEYS, users, throttle }),
    refreshSession: useCase(refreshSession, openingSessions),
    logOut: useCase(logOut, creating),
    changePassword: useCase(changePassword, { ...hashing, policy, users, throttle }),
    updateProfile: useCase(updateProfile, { ...mailing, users, mailThrottle: MAIL_THROTTLE }),
    removeOldLoginAddresses: useCase(removeOldLoginAddresses, writing),
  },
  (use, from, { registerPerMinute }) =>
    authRoutes({
      ...use,
      users: valueOf(from, USER_VIEWS),
      registerLimit: registerLimit(registerPerMinute),
    }),
);

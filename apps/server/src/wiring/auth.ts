import { authRoutes } from '@portcullis/adapters-http';
import {
  changePassword,
  ensureAdministrator,
  logIn,
  logOut,
  proveOwner,
  refreshSession,
  register,
  updateProfile,
} from '@portcullis/application';
import { registerLimit } from '../config/limits.ts';
import {
  LINK_TOKENS,
  MAIL_THROTTLE,
  PASSKEYS,
  POLICY,
  REGISTRATION,
  THROTTLE,
  USER_VIEWS,
  WRITTEN_USERS,
} from './ports.ts';
import { resourceModule, useCase, resolvePort } from './dependency-injection.ts';
import {
  createDependencies,
  hashDependencies,
  mailDependencies,
  openSessionDependencies,
  tokenDependencies,
} from './shared-dependencies.ts';

const users = USER_VIEWS;
const policy = POLICY;
const throttle = THROTTLE;

export const auth = resourceModule(
  {
    ensureAdministrator: useCase(ensureAdministrator, hashDependencies),
    register: useCase(register, { ...hashDependencies, users, policy, registration: REGISTRATION }),
    logIn: useCase(logIn, {
      ...hashDependencies,
      ...tokenDependencies,
      linkTokens: LINK_TOKENS,
      passkeys: PASSKEYS,
      users,
      throttle,
    }),
    refreshSession: useCase(refreshSession, openSessionDependencies),
    logOut: useCase(logOut, createDependencies),
    changePassword: useCase(changePassword, { ...hashDependencies, policy, users, throttle }),
    proveOwner: useCase(proveOwner, { ...hashDependencies, users, throttle }),
    updateProfile: useCase(updateProfile, { ...mailDependencies, users, mailThrottle: MAIL_THROTTLE }),
  },
  (use, from, { registerPerMinute, registration }) =>
    authRoutes({
      ...use,
      users: resolvePort(from, WRITTEN_USERS),
      registration,
      registerLimit: registerLimit(registerPerMinute),
    }),
);

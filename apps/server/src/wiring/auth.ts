import { authRoutes } from '@portcullis/adapters-http';
import {
  ChangePassword,
  EnsureAdministrator,
  LogIn,
  LogOut,
  RefreshSession,
  Register,
  RemoveOldLoginAddresses,
  UpdateUser,
} from '@portcullis/application';
import { registerLimit } from '../config/limits.ts';
import { ACCESS_TOKENS, CLOCK, HASHER, LIFETIMES, POLICY, REFRESH_TOKENS, THROTTLE, USER_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { hashing, work, writing } from './sources.ts';

const users = USER_VIEWS;
const policy = POLICY;
const throttle = THROTTLE;
const tokens = { accessTokens: ACCESS_TOKENS, refreshTokens: REFRESH_TOKENS, lifetimes: LIFETIMES };

export const auth = noun(
  {
    ensureAdministrator: useCase(EnsureAdministrator, hashing),
    register: useCase(Register, { ...hashing, users, policy }),
    logIn: useCase(LogIn, { ...hashing, ...tokens, users, throttle }),
    refreshSession: useCase(RefreshSession, { ...writing, ...tokens }),
    logOut: useCase(LogOut, { work }),
    changePassword: useCase(ChangePassword, { work, clock: CLOCK, hasher: HASHER, policy, users, throttle }),
    removeOldLoginAddresses: useCase(RemoveOldLoginAddresses, writing),
  },
  (use, from, { registerPerMinute }) =>
    authRoutes({
      ...use,
      updateUser: from.get(UpdateUser),
      users: valueOf(from, USER_VIEWS),
      registerLimit: registerLimit(registerPerMinute),
    }),
);

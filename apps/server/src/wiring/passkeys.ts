import { passkeyRoutes } from '@portcullis/adapters-http';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  logInWithPasskey,
  removeExpiredPasskeyChallenges,
} from '@portcullis/application';
import { passkeyLoginLimit } from '../config/limits.ts';
import { FACTOR_THROTTLE, LINK_TOKENS, PASSKEYS, RECOVERY_CODES, THROTTLE, USER_VIEWS } from './ports.ts';
import { noun, useCase } from './provide.ts';
import { creating, hashing, openingSessions, writing } from './sources.ts';

const challenging = { ...writing, linkTokens: LINK_TOKENS, passkeys: PASSKEYS };

export const passkeys = noun(
  {
    beginPasskey: useCase(beginPasskey, { ...hashing, ...challenging, users: USER_VIEWS, throttle: THROTTLE }),
    addPasskey: useCase(addPasskey, { ...creating, ...challenging, recoveryCodes: RECOVERY_CODES }),
    beginPasskeyLogin: useCase(beginPasskeyLogin, challenging),
    logInWithPasskey: useCase(logInWithPasskey, {
      ...openingSessions,
      ...challenging,
      factorThrottle: FACTOR_THROTTLE,
      users: USER_VIEWS,
    }),
    removeExpiredPasskeyChallenges: useCase(removeExpiredPasskeyChallenges, writing),
  },
  (use) => passkeyRoutes({ ...use, passkeyLoginLimit }),
);

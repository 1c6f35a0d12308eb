import { passkeyRoutes } from '@portcullis/adapters-http';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  logInWithPasskey,
  removeExpiredPasskeyChallenges,
} from '@portcullis/application';
import { passkeyLoginLimit } from '../config/limits.ts';
import {
  FACTOR_THROTTLE,
  LINK_TOKENS,
  PASSKEYS,
  RECOVERY_CODES,
  THROTTLE,
  USER_VIEWS,
  WRITTEN_USERS,
} from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';
import {
  createDependencies,
  hashDependencies,
  openSessionDependencies,
  updateDependencies,
} from './shared-dependencies.ts';

const challenging = { ...updateDependencies, linkTokens: LINK_TOKENS, passkeys: PASSKEYS };

export const passkeys = resourceModule(
  {
    beginPasskey: useCase(beginPasskey, { ...hashDependencies, ...challenging, users: USER_VIEWS, throttle: THROTTLE }),
    addPasskey: useCase(addPasskey, { ...createDependencies, ...challenging, recoveryCodes: RECOVERY_CODES }),
    beginPasskeyLogin: useCase(beginPasskeyLogin, challenging),
    logInWithPasskey: useCase(logInWithPasskey, {
      ...openSessionDependencies,
      ...challenging,
      factorThrottle: FACTOR_THROTTLE,
      users: WRITTEN_USERS,
    }),
    removeExpiredPasskeyChallenges: useCase(removeExpiredPasskeyChallenges, updateDependencies),
  },
  (use) => passkeyRoutes({ ...use, passkeyLoginLimit }),
);

import { passkeyRoutes } from '@portcullis/adapters-http';
import { addPasskey, beginPasskey, beginPasskeyLogin, logInWithPasskey, proveOwner } from '@portcullis/application';
import { passkeyLoginLimit } from '../config/limits.ts';
import { FACTOR_THROTTLE, LINK_TOKENS, PASSKEYS, RECOVERY_CODES, WRITTEN_USERS } from './ports.ts';
import { resourceModule, useCase, useCaseOf } from './dependency-injection.ts';
import { createDependencies, openSessionDependencies, updateDependencies } from './shared-dependencies.ts';

const challenging = { ...updateDependencies, linkTokens: LINK_TOKENS, passkeys: PASSKEYS };

export const passkeys = resourceModule(
  {
    beginPasskey: useCase(beginPasskey, challenging),
    addPasskey: useCase(addPasskey, { ...createDependencies, ...challenging, recoveryCodes: RECOVERY_CODES }),
    beginPasskeyLogin: useCase(beginPasskeyLogin, challenging),
    logInWithPasskey: useCase(logInWithPasskey, {
      ...openSessionDependencies,
      ...challenging,
      factorThrottle: FACTOR_THROTTLE,
      users: WRITTEN_USERS,
    }),
  },
  (use, from) => passkeyRoutes({ ...use, proveOwner: useCaseOf(from, proveOwner), passkeyLoginLimit }),
);

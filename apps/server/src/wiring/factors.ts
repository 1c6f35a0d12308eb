import { factorRoutes } from '@portcullis/adapters-http';
import {
  confirmTotp,
  enrolTotp,
  logInWithFactor,
  proveOwner,
  removeFactor,
  replaceRecoveryCodes,
  resetFactors,
  stepUp,
} from '@portcullis/application';
import {
  FACTOR_THROTTLE,
  FACTOR_VIEWS,
  LINK_TOKENS,
  PASSKEYS,
  PROVIDERS,
  QR_CODES,
  RECOVERY_CODES,
  SECRET_BOX,
  THROTTLE,
  TOTP_CODES,
  USER_VIEWS,
  WRITTEN_USERS,
} from './ports.ts';
import { resourceModule, useCase, useCaseOf, resolvePort } from './dependency-injection.ts';
import { createDependencies, hashDependencies, openSessionDependencies } from './shared-dependencies.ts';

const totp = { secretBox: SECRET_BOX, totpCodes: TOTP_CODES };
const linkTokens = LINK_TOKENS;
const factorThrottle = FACTOR_THROTTLE;
const coding = { ...createDependencies, ...totp, linkTokens, recoveryCodes: RECOVERY_CODES };

export const factors = resourceModule(
  {
    logInWithFactor: useCase(logInWithFactor, {
      ...openSessionDependencies,
      ...totp,
      linkTokens,
      factorThrottle,
      passkeys: PASSKEYS,
      users: WRITTEN_USERS,
    }),
    enrolTotp: useCase(enrolTotp, { ...createDependencies, ...totp, qrCodes: QR_CODES }),
    confirmTotp: useCase(confirmTotp, coding),
    replaceRecoveryCodes: useCase(replaceRecoveryCodes, { ...coding, factorThrottle }),
    stepUp: useCase(stepUp, {
      ...hashDependencies,
      ...totp,
      linkTokens,
      factorThrottle,
      passkeys: PASSKEYS,
      users: USER_VIEWS,
      throttle: THROTTLE,
      providers: PROVIDERS,
    }),
    removeFactor: useCase(removeFactor, createDependencies),
    resetFactors: useCase(resetFactors, createDependencies),
  },
  (use, from) =>
    factorRoutes({ ...use, proveOwner: useCaseOf(from, proveOwner), factors: resolvePort(from, FACTOR_VIEWS) }),
);

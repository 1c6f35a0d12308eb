import { factorRoutes } from '@portcullis/adapters-http';
import {
  confirmTotp,
  enrolTotp,
  logInWithFactor,
  removeExpiredLoginChallenges,
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
  QR_CODES,
  RECOVERY_CODES,
  SECRET_BOX,
  THROTTLE,
  TOTP_CODES,
  USER_VIEWS,
} from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating, hashing, openingSessions, writing } from './sources.ts';

const totp = { secretBox: SECRET_BOX, totpCodes: TOTP_CODES };
const linkTokens = LINK_TOKENS;
const factorThrottle = FACTOR_THROTTLE;
const coding = { ...creating, ...totp, linkTokens, recoveryCodes: RECOVERY_CODES };

export const factors = noun(
  {
    logInWithFactor: useCase(logInWithFactor, {
      ...openingSessions,
      ...totp,
      linkTokens,
      factorThrottle,
      passkeys: PASSKEYS,
      users: USER_VIEWS,
    }),
    enrolTotp: useCase(enrolTotp, { ...hashing, ...totp, qrCodes: QR_CODES, users: USER_VIEWS, throttle: THROTTLE }),
    confirmTotp: useCase(confirmTotp, coding),
    replaceRecoveryCodes: useCase(replaceRecoveryCodes, { ...coding, factorThrottle }),
    stepUp: useCase(stepUp, {
      ...hashing,
      ...totp,
      linkTokens,
      factorThrottle,
      passkeys: PASSKEYS,
      users: USER_VIEWS,
      throttle: THROTTLE,
    }),
    removeFactor: useCase(removeFactor, creating),
    resetFactors: useCase(resetFactors, creating),
    removeExpiredLoginChallenges: useCase(removeExpiredLoginChallenges, writing),
  },
  (use, from) => factorRoutes({ ...use, factors: valueOf(from, FACTOR_VIEWS) }),
);

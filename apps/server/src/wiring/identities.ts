import { identityRoutes, signInRoutes } from '@portcullis/adapters-http';
import {
  exchangeTicket,
  finishSignIn,
  linkIdentity,
  proveOwner,
  startSignIn,
  unlinkIdentity,
  unlinkUserIdentity,
} from '@portcullis/application';
import { linkIdentityLimit, signInLimit } from '../config/limits.ts';
import {
  ACCESS_TOKENS,
  CLOCK,
  IDENTITY_VIEWS,
  LIFETIMES,
  LINK_TOKENS,
  PASSKEYS,
  PROVIDERS,
  REGISTRATION,
  REFRESH_TOKENS,
  SECRET_BOX,
  SIGN_IN_LOG,
  USER_VIEWS,
  WRITTEN_USERS,
} from './ports.ts';
import { resourceModule, useCase, useCaseOf, resolvePort } from './dependency-injection.ts';
import { createDependencies, updateDependencies } from './shared-dependencies.ts';

const browsing = {
  clock: CLOCK,
  providers: PROVIDERS,
  linkTokens: LINK_TOKENS,
  secretBox: SECRET_BOX,
  signInLog: SIGN_IN_LOG,
};
const redeeming = { ...createDependencies, providers: PROVIDERS, linkTokens: LINK_TOKENS };

export const identities = resourceModule(
  {
    startSignIn: useCase(startSignIn, browsing),
    finishSignIn: useCase(finishSignIn, { ...updateDependencies, ...browsing }),
    exchangeTicket: useCase(exchangeTicket, {
      ...redeeming,
      passkeys: PASSKEYS,
      users: WRITTEN_USERS,
      registration: REGISTRATION,
      accessTokens: ACCESS_TOKENS,
      refreshTokens: REFRESH_TOKENS,
      lifetimes: LIFETIMES,
    }),
    linkIdentity: useCase(linkIdentity, redeeming),
    unlinkIdentity: useCase(unlinkIdentity, createDependencies),
    unlinkUserIdentity: useCase(unlinkUserIdentity, createDependencies),
  },
  (use, from, { providers, signInPages }) => [
    ...signInRoutes({ ...use, ...signInPages, providers, signInLimit }),
    ...identityRoutes({
      ...use,
      proveOwner: useCaseOf(from, proveOwner),
      providers,
      identities: resolvePort(from, IDENTITY_VIEWS),
      users: resolvePort(from, USER_VIEWS),
      linkIdentityLimit,
    }),
  ],
);

import { identityRoutes, signInRoutes } from '@portcullis/adapters-http';
import {
  exchangeTicket,
  finishSignIn,
  linkIdentity,
  removeExpiredSignInTickets,
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
  REFRESH_TOKENS,
  SECRET_BOX,
  SIGN_IN_LOG,
  USER_VIEWS,
} from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating, hashing, writing } from './sources.ts';

const browsing = {
  clock: CLOCK,
  providers: PROVIDERS,
  linkTokens: LINK_TOKENS,
  secretBox: SECRET_BOX,
  signInLog: SIGN_IN_LOG,
};
const redeeming = { ...creating, providers: PROVIDERS, linkTokens: LINK_TOKENS };

export const identities = noun(
  {
    startSignIn: useCase(startSignIn, browsing),
    finishSignIn: useCase(finishSignIn, { ...writing, ...browsing }),
    exchangeTicket: useCase(exchangeTicket, {
      ...redeeming,
      ...hashing,
      passkeys: PASSKEYS,
      users: USER_VIEWS,
      accessTokens: ACCESS_TOKENS,
      refreshTokens: REFRESH_TOKENS,
      lifetimes: LIFETIMES,
    }),
    linkIdentity: useCase(linkIdentity, redeeming),
    unlinkIdentity: useCase(unlinkIdentity, creating),
    unlinkUserIdentity: useCase(unlinkUserIdentity, creating),
    removeExpiredSignInTickets: useCase(removeExpiredSignInTickets, writing),
  },
  (use, from, { providers, signInPlaces }) => [
    ...signInRoutes({ ...use, ...signInPlaces, providers, signInLimit }),
    ...identityRoutes({
      ...use,
      providers,
      identities: valueOf(from, IDENTITY_VIEWS),
      users: valueOf(from, USER_VIEWS),
      linkIdentityLimit,
    }),
  ],
);

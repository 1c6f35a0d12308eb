import {
  ACCESS_TOKENS,
  CLOCK,
  DELIVERY_WAKE_UP,
  FINGERPRINTS,
  HASHER,
  IDS,
  LIFETIMES,
  LINK_TOKENS,
  MAILS,
  MARKDOWN,
  REFRESH_TOKENS,
  SECRET_BOX,
  WORK,
} from './ports.ts';

/** Sets of dependencies that several use cases share. */

export const updateDependencies = { work: WORK, clock: CLOCK };
export const createDependencies = { ...updateDependencies, ids: IDS };
export const convertDependencies = { ...createDependencies, markdown: MARKDOWN, fingerprints: FINGERPRINTS };
export const hashDependencies = { ...createDependencies, hasher: HASHER };
export const mailDependencies = {
  ...createDependencies,
  linkTokens: LINK_TOKENS,
  secretBox: SECRET_BOX,
  mails: MAILS,
  deliveryWakeUp: DELIVERY_WAKE_UP,
};
export const tokenDependencies = { accessTokens: ACCESS_TOKENS, refreshTokens: REFRESH_TOKENS, lifetimes: LIFETIMES };
export const openSessionDependencies = { ...createDependencies, ...tokenDependencies };

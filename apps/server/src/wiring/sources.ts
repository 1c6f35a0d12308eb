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

export const writing = { work: WORK, clock: CLOCK };
export const creating = { ...writing, ids: IDS };
export const converting = { ...creating, markdown: MARKDOWN, fingerprints: FINGERPRINTS };
export const hashing = { ...creating, hasher: HASHER };
export const mailing = {
  ...creating,
  linkTokens: LINK_TOKENS,
  secretBox: SECRET_BOX,
  mails: MAILS,
  deliveryWakeUp: DELIVERY_WAKE_UP,
};
export const tokens = { accessTokens: ACCESS_TOKENS, refreshTokens: REFRESH_TOKENS, lifetimes: LIFETIMES };
export const openingSessions = { ...creating, ...tokens };

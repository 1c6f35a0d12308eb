import { ACCESS_TOKENS, CLOCK, FINGERPRINTS, HASHER, IDS, LIFETIMES, MARKDOWN, REFRESH_TOKENS, WORK } from './ports.ts';

/** Sets of dependencies that several use cases share. */

export const writing = { work: WORK, clock: CLOCK };
export const creating = { ...writing, ids: IDS };
export const converting = { ...creating, markdown: MARKDOWN, fingerprints: FINGERPRINTS };
export const hashing = { ...creating, hasher: HASHER };
export const tokens = { accessTokens: ACCESS_TOKENS, refreshTokens: REFRESH_TOKENS, lifetimes: LIFETIMES };
export const openingSessions = { ...creating, ...tokens };

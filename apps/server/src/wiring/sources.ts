import { CLOCK, FINGERPRINTS, HASHER, IDS, MARKDOWN, WORK } from './ports.ts';

/** Sets of dependencies that several use cases share. */

export const writing = { work: WORK, clock: CLOCK };
export const creating = { ...writing, ids: IDS };
export const converting = { ...creating, markdown: MARKDOWN, fingerprints: FINGERPRINTS };
export const hashing = { ...creating, hasher: HASHER };

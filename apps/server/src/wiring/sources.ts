import { CLOCK, HASHER, IDS, MARKDOWN, WORK } from './ports.ts';

/** Sets of dependencies that several use cases share. */

export const work = WORK;
export const writing = { work, clock: CLOCK };
export const creating = { ...writing, ids: IDS };
export const converting = { ...writing, markdown: MARKDOWN };
export const hashing = { ...creating, hasher: HASHER };

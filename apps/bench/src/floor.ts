import { readFileSync } from 'node:fs';

/** The goals by case and rival: the minimum ratio of Portcullis's requests per second to those of the rival. */
type Floor = Readonly<Record<string, Readonly<Record<string, number>>>>;

const floor: Floor = JSON.parse(readFileSync(new URL('../../floor.json', import.meta.url), 'utf8'));

/** Returns the goal of a case against a rival, or `undefined` if the rival is measured only for comparison. */
export const goalOf = (name: string, rival: string): number | undefined => floor[name]?.[rival];

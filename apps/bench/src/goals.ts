import { readFileSync } from 'node:fs';

/** The goals by case and rival: the minimum ratio of Portcullis's requests per second to those of the rival. */
type Goals = Readonly<Record<string, Readonly<Record<string, number>>>>;

const goals: Goals = JSON.parse(readFileSync(new URL('../../goals.json', import.meta.url), 'utf8'));

/** Returns the goal of a case against a rival, or `undefined` if the rival is measured only for comparison. */
export const goalOf = (name: string, rival: string): number | undefined => goals[name]?.[rival];

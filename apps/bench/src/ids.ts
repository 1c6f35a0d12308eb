import { createHash } from 'node:crypto';

/**
 * Returns the id of the row with this number among the rows of a kind, such as `user`. `idIn` computes the same id in
 * SQL, so no id has to be looked up.
 */
export const idOf = (kind: string, number: number): string =>
  createHash('md5')
    .update(`${kind} ${number}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns an SQL expression for the id; `number` is an SQL expression, too. */
export const idIn = (kind: string, number: string): string => `md5('${kind} ' || (${number}))::uuid`;

/** Returns `count` consecutive numbers, beginning with `first`. */
export const numbers = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

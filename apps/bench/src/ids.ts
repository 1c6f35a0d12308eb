import { createHash } from 'node:crypto';

/**
 * Returns the id of the generated row with this kind, such as `user`, and this number. `idIn` computes the same id in
 * SQL, so ids need not be read from the database.
 */
export const idOf = (kind: string, number: number): string =>
  createHash('md5')
    .update(`${kind} ${number}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Returns an SQL expression for the same id as `idOf`.
 * @param number an SQL expression for the number of the row
 */
export const idIn = (kind: string, number: string): string => `md5('${kind} ' || (${number}))::uuid`;

/** Returns `count` consecutive numbers, beginning with `first`. */
export const numbers = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

import { createHash } from 'node:crypto';

/** The id of the numbered thing of a kind; `idIn` says the same in SQL, so that nothing has to be looked up. */
export const idOf = (kind: string, number: number): string =>
  createHash('md5')
    .update(`${kind} ${number}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** `number` is an SQL expression. */
export const idIn = (kind: string, number: string): string => `md5('${kind} ' || (${number}))::uuid`;

/** Numbers from `first`, `count` of them. */
export const numbers = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

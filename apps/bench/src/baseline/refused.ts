import type { Texts } from './prepared.ts';

/** An error response to a request. */
export class Refused extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const sessionEnded = () => new Refused(401, 1103, 'Your session has ended. Please log in again.');
export const forbidden = () => new Refused(403, 1003, 'You may not do this.');
export const invalid = () => new Refused(400, 1005, 'Some of the values sent are not valid.');

/**
 * Returns the row if the resource exists.
 * @param at index of the column that contains the id
 * @throws {Refused} 404, if there is no row, or if the id is null
 */
export function rowOrNotFound(row: Texts | undefined, at = 0): Texts {
  if (row === undefined || row[at] === null) throw new Refused(404, 1201, 'The resource does not exist.');
  return row;
}

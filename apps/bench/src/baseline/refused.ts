/** A request that is answered with an error. */
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

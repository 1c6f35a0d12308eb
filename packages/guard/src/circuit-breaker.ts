/** Thrown instead of a call while the other service is considered unavailable. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  /** Seconds after which a new attempt makes sense. */
  readonly retryAfter: number;

  constructor(message: string, { retryAfter = 1, cause }: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}

/** Thrown by a call that was refused for a reason that concerns only its caller, so that it does not open the circuit. */
export class LimitReached extends Unavailable {}

export interface BreakerOptions {
  /** Number of failures in a row that open the circuit. */
  readonly failures: number;
  /** How long the circuit stays open, in milliseconds. */
  readonly openMs: number;
  /** The largest number of calls at the same time. */
  readonly maxPending: number;
  readonly now: () => number;
}

/**
 * Returns a function that makes calls. After several failures in a row, it makes no calls for some time, then one, and
 * further ones only if that one succeeded. It also limits how many calls are pending, so that they do not pile up.
 */
export function circuitBreaker({ failures, openMs, maxPending, now }: BreakerOptions) {
  let failed = 0;
  let pending = 0;
  let openUntil = 0;
  let isTrying = false;

  /** @throws {Unavailable} if the circuit is open, or if the call fails */
  return async <Result>(call: () => Promise<Result>): Promise<Result> => {
    const isTrial = failed >= failures;
    if (isTrial && (isTrying || now() < openUntil)) {
      const retryAfter = Math.max(1, Math.ceil((openUntil - now()) / 1000));
      throw new Unavailable('Portcullis did not respond to the last requests.', { retryAfter });
    }
    if (pending >= maxPending) throw new LimitReached('Too many requests wait for Portcullis.');
    if (isTrial) isTrying = true;
    pending += 1;
    try {
      const result = await call();
      failed = 0;
      return result;
    } catch (error) {
      if (!(error instanceof LimitReached)) {
        failed += 1;
        if (failed >= failures) openUntil = now() + openMs;
      }
      throw error instanceof Unavailable ? error : new Unavailable('Portcullis did not respond.', { cause: error });
    } finally {
      pending -= 1;
      if (isTrial) isTrying = false;
    }
  };
}

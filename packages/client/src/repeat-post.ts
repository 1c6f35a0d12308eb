import type { RequestOptions, Verb } from './calls.ts';
import { keyedPaths } from './keyed-paths.ts';
import { PortcullisError } from './portcullis-error.ts';
import { uploadPath } from './upload.ts';

const attempts = 3;
const networkPauseMs = 300;
const inUsePauseMs = 1000;
/** A longer `Retry-After` is left to the caller, because a person may be waiting. */
const longestRetryAfterSeconds = 5;

/** The service recognises the bytes of a file, so it executes an upload once even without the key. */
const isExecutedOnce = (path: string): boolean => keyedPaths.has(path) || path === uploadPath;

/** Returns a random key. `crypto.randomUUID` does not exist on pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the pause before the next attempt in milliseconds, or undefined if the call has failed. */
function pauseAfter(error: unknown, failures: number): number | undefined {
  if (error instanceof TypeError) return networkPauseMs * 2 ** (failures - 1);
  if (!(error instanceof PortcullisError)) return undefined;
  if (error.reason === 'idempotency-key-in-use') return inUsePauseMs;
  const { status, retryAfterSeconds = Infinity } = error;
  return (status === 429 || status === 503) && retryAfterSeconds <= longestRetryAfterSeconds
    ? retryAfterSeconds * 1000
    : undefined;
}

/**
 * Sends a request, and repeats it if there is no response or the service is busy. Only POST requests that the service
 * executes once are repeated. They have an `Idempotency-Key`, which is the same in all attempts.
 */
export async function sendRepeatedly<T>(
  verb: Verb,
  path: string,
  options: RequestOptions,
  send: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  if (verb !== 'post' || !(isExecutedOnce(path) || options.idempotencyKey !== undefined)) return send(options);
  const keyed = { idempotencyKey: newKey(), ...options };
  for (let failures = 1; ; failures += 1) {
    try {
      return await send(keyed);
    } catch (error) {
      const ms = failures < attempts ? pauseAfter(error, failures) : undefined;
      if (ms === undefined || options.signal?.aborted === true) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
      options.signal?.throwIfAborted();
    }
  }
}

import type { CancelSignal } from '../ports/system.ts';

/**
 * Waits for work, but not longer than until a signal is aborted.
 * @throws if the signal is aborted before the work has ended
 */
export function untilCancelled<T>(work: Promise<T>, signal: CancelSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('The work was cancelled.'));
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

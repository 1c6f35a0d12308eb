import type { CancelSignal } from '@portcullis/application/internal/ports/system';

/** Calls `attempt` with a signal that is aborted after `limitMs` milliseconds, or when `cancel` is. */
export async function withTimeLimit<Result>(
  limitMs: number,
  cancel: CancelSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = setTimeout(end, limitMs);
  cancel?.addEventListener('abort', end);
  if (cancel?.aborted === true) end();
  try {
    return await attempt(ending.signal);
  } finally {
    clearTimeout(timer);
    cancel?.removeEventListener('abort', end);
  }
}

import type { ApiKey } from '@portcullis/domain/internal/accounts/api-key';
import type { ApiKeyId } from '@portcullis/domain/internal/shared/ids';
import type { UpdateDependencies } from '../dependencies.ts';

const minuteMs = 60_000;

/**
 * Stores the time of the last use of keys, to the minute. Requests do not wait for the write, and a failed write is not
 * repeated within the minute. Each process writes at most once a minute for each key.
 */
export function recordKeyUse({ work, clock }: UpdateDependencies<'apiKeys'>) {
  let minute = 0;
  const recorded = new Set<ApiKeyId>();
  return ({ id, lastUsedAt }: Pick<ApiKey, 'id' | 'lastUsedAt'>): void => {
    const now = clock.now().getTime();
    const current = now - (now % minuteMs);
    if (current !== minute) recorded.clear();
    minute = current;
    if (recorded.has(id) || (lastUsedAt !== null && lastUsedAt.getTime() >= current)) return;
    recorded.add(id);
    work.run((tx) => tx.apiKeys.recordUse(id, new Date(current))).catch(() => undefined);
  };
}

/** Records that an API key was used. */
export type RecordKeyUse = ReturnType<typeof recordKeyUse>;

import type { ContentId } from '@portcullis/domain';
import type { ContentViews } from '../ports/contents.ts';
import { lockContent } from './lock-content.ts';
import type { ContentWriteDependencies } from './store-contents.ts';

interface Dependencies extends ContentWriteDependencies {
  readonly contents: ContentViews;
}

/** Maximum number of contents that one call processes. */
const batchSize = 100;

/**
 * Stores the scheduled transitions (publications and withdrawals) that are due for one batch of contents, in one
 * transaction for each content. Readers notice no difference, because every read computes the current state from the
 * schedule. Several processes may call this function simultaneously.
 * @returns the number of contents whose transitions this call stored; 0 when none are left or another process is
 * storing them
 * @throws {StoreFailure | BusinessError} the first error, after the rest of the batch was processed. The BusinessError
 * content-not-found means that a content was removed in the meantime.
 */
export const storeDueTransitions = (deps: Dependencies) => async (): Promise<number> => {
  let stored = 0;
  const failures: unknown[] = [];
  for (const id of await deps.contents.due(batchSize)) {
    try {
      if (await storeOne(deps, id)) stored += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return stored;
};

const storeOne = (deps: ContentWriteDependencies, id: ContentId): Promise<boolean> =>
  deps.work.run(async (tx) => (await lockContent(tx, deps, { id })).transitions > 0);

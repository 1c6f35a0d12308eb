import type { ContentId } from '@portcullis/domain';
import type { ContentViews } from '../ports/contents.ts';
import { lockContentWithin } from './lock-content.ts';
import type { ContentWriteDependencies } from './store-content.ts';

interface Dependencies extends ContentWriteDependencies {
  readonly contents: ContentViews;
}

/** How many contents one batch processes. */
const batchSize = 100;

/**
 * Stores the transitions that are due, one transaction for each content. Readers notice no difference, because every
 * read computes the current state. Several processes may call it at the same time.
 * @returns how many contents of one batch had a transition; 0 when none is left
 * @throws {StoreFailure} the first failure, after the rest of the batch
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
  deps.work.run(async (tx) => (await lockContentWithin(tx, deps, { id })).transitions > 0);

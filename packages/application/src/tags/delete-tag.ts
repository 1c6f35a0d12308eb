import { present, type TagId } from '@portcullis/domain';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
}

/** Removes a tag and takes it off every content. */
export class DeleteTag {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: tag-not-found. */
  execute(id: TagId): Promise<void> {
    return this.#use.work.run(async (tx) => {
      present(await tx.tags.lock(id), 'tag-not-found');
      await tx.tags.remove(id);
    });
  }
}

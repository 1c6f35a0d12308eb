import { present, type ContentId } from '@portcullis/domain';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
}

/** Removes a content and its tag links (specification, section 4.6). */
export class DeleteContent {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: content-not-found. */
  execute(id: ContentId): Promise<void> {
    return this.#use.work.run(async (tx) => {
      present(await tx.contents.lock(id), 'content-not-found');
      await tx.contents.remove(id);
    });
  }
}

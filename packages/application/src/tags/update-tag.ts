import { checkChangedSlug, present, type Tag, type TagDraft, type TagId } from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

export interface UpdateTagInput {
  readonly id: TagId;
  /** A changed name does not change the slug. */
  readonly change: Partial<TagDraft>;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** Changes a tag. */
export class UpdateTag {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** @throws {BusinessError} tag-not-found, slug-unacceptable, tag-name-taken, slug-taken. */
  execute({ id, change }: UpdateTagInput): Promise<Tag> {
    const { work, clock } = this.#use;
    return work.run(async (tx) => {
      const stored = present(await tx.tags.lock(id), 'tag-not-found');
      checkChangedSlug(stored, change);
      const tag = { ...stored, ...change, updatedAt: clock.now() };
      await tx.tags.save(tag);
      return tag;
    });
  }
}

import { moveContent, present, type ContentId, type ContentMove, type ContentView } from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

export interface MoveContentInput {
  readonly id: ContentId;
  /** Publishing has a use case of its own: it may have to convert. */
  readonly move: Exclude<ContentMove, 'publish'>;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** Withdraws or archives a content (specification, section 4.6). */
export class MoveContent {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: content-not-found, content-move-refused. */
  execute({ id, move }: MoveContentInput): Promise<ContentView> {
    const { work, clock } = this.#use;
    return work.run(async (tx) => {
      const stored = present(await tx.contents.lock(id), 'content-not-found');
      const content = moveContent(stored, move, clock.now());
      if (content !== stored) await tx.contents.save(content);
      return { ...content, tagIds: await tx.contents.tagsOf(id) };
    });
  }
}

import { checkSlug, slugFrom, type Tag, type TagDraft } from '@portcullis/domain';
import type { Clock, IdSource } from '../ports/system.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';

export type CreateTagInput = Omit<TagDraft, 'slug'> & {
  /** Absent: made from the name. */
  readonly slug?: string | undefined;
};

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Adds a tag. */
export class CreateTag {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** @throws {BusinessError} slug-unacceptable, tag-name-taken, slug-taken. */
  execute(input: CreateTagInput): Promise<Tag> {
    return this.#use.work.run(async (tx) => {
      // So that a batch which names it waits, and finds it.
      await tx.tags.lockName(input.name);
      return addTagWithin(tx, this.#use, input);
    });
  }
}

/** The same for a caller already inside a transaction. */
export async function addTagWithin(
  tx: Transaction,
  { clock, ids }: Pick<Dependencies, 'clock' | 'ids'>,
  { slug, ...draft }: CreateTagInput,
): Promise<Tag> {
  if (slug !== undefined) checkSlug(slug);
  const id = ids.next<'Tag'>();
  const at = clock.now();
  const free = slug ?? (await tx.tags.freeSlug(slugFrom(draft.name, id.slice(0, 8))));
  const tag: Tag = { id, ...draft, slug: free, createdAt: at, updatedAt: at };
  await tx.tags.add(tag);
  return tag;
}

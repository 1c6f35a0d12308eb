import { checkSlug, slugFrom, type Tag, type TagDraft } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export type CreateTagInput = Omit<TagDraft, 'slug'> & {
  /** Absent: made from the name. */
  readonly slug?: string | undefined;
};

/**
 * Adds a tag.
 * @throws {BusinessError} slug-unacceptable, tag-name-taken, slug-taken
 */
export const createTag =
  (use: CreateDependencies) =>
  (input: CreateTagInput): Promise<Tag> =>
    use.work.run(async (tx) => {
      // So that a batch which names it waits, and finds it.
      await tx.tags.lockName(input.name);
      return addTagWithin(tx, use, input);
    });

export type CreateTag = ReturnType<typeof createTag>;

/** The same for a caller already inside a transaction. */
export async function addTagWithin(
  tx: Transaction,
  { clock, ids }: Pick<CreateDependencies, 'clock' | 'ids'>,
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

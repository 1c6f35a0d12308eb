import { replaceLinks, unknownIds, type CategoryId, type ContentId, type TagId } from '@portcullis/domain';
import type { Transaction } from '../ports/unit-of-work.ts';

/** Refuses: unknown-category. */
export async function checkCategory(tx: Transaction, categoryId: CategoryId | null): Promise<void> {
  if (categoryId === null) return;
  const existing = await tx.categories.existingIds([categoryId]);
  if (!existing.has(categoryId)) throw unknownIds('unknown-category', 'category', [categoryId]);
}

/** Makes `requested` the tags of a content; answers them, sorted. Refuses: unknown-tags. */
export async function setTagsWithin(
  tx: Transaction,
  id: ContentId,
  requested: readonly TagId[],
): Promise<readonly TagId[]> {
  const existing = await tx.tags.existingIds(requested);
  const before = await tx.contents.tagsOf(id);
  const change = replaceLinks({ before, requested, existing }, 'unknown-tags', 'tag');
  await tx.contents.setTags(id, change);
  return change.after;
}

import { unknownIds, type CategoryId, type ContentId, type TagId } from '@portcullis/domain';
import { replaceLinksWithin } from '../changes.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/** @throws {BusinessError} unknown-category */
export async function checkCategory(tx: Transaction, categoryId: CategoryId | null): Promise<void> {
  if (categoryId === null) return;
  const existing = await tx.categories.existingIds([categoryId]);
  if (!existing.has(categoryId)) throw unknownIds('unknown-category', 'category', [categoryId]);
}

/**
 * Replaces the tags of a content by `requested`.
 * @returns the new tags, sorted
 * @throws {BusinessError} unknown-tags
 */
export const setTagsWithin = (tx: Transaction, id: ContentId, requested: readonly TagId[]): Promise<readonly TagId[]> =>
  replaceLinksWithin(id, requested, {
    read: tx.contents.tagsOf,
    write: tx.contents.setTags,
    targets: tx.tags,
    unknown: 'unknown-tags',
    noun: 'tag',
  });

import { missingIds, unknownIds, type CategoryId, type ContentId, type TagId } from '@portcullis/domain';
import { replaceLinksWithin } from '../changes.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/**
 * Checks the category that a content is to have.
 * @param tagIds the tags that it is to have; the error lists those that do not exist too
 * @throws {BusinessError} unknown-category
 */
export async function checkCategory(
  tx: Transaction,
  categoryId: CategoryId | null,
  tagIds: readonly TagId[],
): Promise<void> {
  if (categoryId === null) return;
  const existing = await tx.categories.existingIds([categoryId]);
  if (existing.has(categoryId)) return;
  const missingTags = missingIds(tagIds, await tx.tags.existingIds(tagIds));
  const noun = missingTags.length === 0 ? 'category' : 'category and tag';
  throw unknownIds('unknown-category', noun, [categoryId, ...missingTags]);
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

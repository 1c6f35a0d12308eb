import type { ContentFields, ContentView } from '@portcullis/domain/internal/contents/content';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { CategoryId, ContentId, MediaId, TagId } from '@portcullis/domain/internal/shared/ids';
import { missingIds, replaceLinks, unknownIdsError } from '@portcullis/domain/internal/shared/replace-links';
import type { Checked } from '../ports/collection.ts';
import type { WithCover } from '../ports/contents.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/**
 * Checks that the new category of a content exists.
 * @param tagIds the new tags of the content. The error also lists which of these tags do not exist.
 * @throws {BusinessError} unknown-category
 */
export async function checkCategory(
  tx: Uses<'categories' | 'tags'>,
  categoryId: CategoryId | null,
  tagIds: readonly TagId[],
): Promise<void> {
  if (categoryId === null) return;
  const existing = await tx.categories.existingIds([categoryId]);
  if (existing.has(categoryId)) return;
  const missingTags = missingIds(tagIds, await tx.tags.existingIds(tagIds));
  const noun = missingTags.length === 0 ? 'category' : 'category and tag';
  throw unknownIdsError('unknown-category', noun, [categoryId, ...missingTags]);
}

/**
 * Checks that the new picture of a content exists.
 * @param current the file that the content has now. It is accepted although it may have been removed.
 * @throws {BusinessError} unknown-cover
 */
export async function checkCover(
  tx: Uses<'media'>,
  coverId: MediaId | null | undefined,
  current: MediaId | null = null,
): Promise<void> {
  if (coverId === undefined || coverId === null || coverId === current) return;
  if (await tx.media.lockPicture(coverId)) return;
  const message = 'There is no picture with this id';
  throw new BusinessError('unknown-cover', `coverId: ${message}.`, [{ field: 'coverId', message }]);
}

/** Adds the picture of a content that was written, for the response. */
export async function withCover<Written extends Pick<ContentFields, 'coverId'>>(
  tx: Uses<'media'>,
  content: Written,
): Promise<Written & WithCover> {
  const cover = content.coverId === null ? undefined : await tx.media.find(content.coverId);
  return { ...content, cover: cover ?? null };
}

/**
 * Replaces the tags of a content with `requested`. The caller must have locked the tags first and then the content,
 * unless the caller has added the content in this transaction.
 * @returns the new tags
 * @throws {BusinessError} unknown-tags
 */
export async function setTags(
  tx: Uses<'contents' | 'tags'>,
  id: Checked<ContentId>,
  requested: readonly TagId[],
): Promise<Pick<ContentView, 'tagIds'>> {
  const existing = await tx.tags.existingIds(requested);
  const before = await tx.contents.tagsOf(id);
  const change = replaceLinks({ before, requested, existing }, 'unknown-tags', 'tag');
  await tx.contents.setTags(id, change);
  return { tagIds: change.after };
}

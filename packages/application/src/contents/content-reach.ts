import type { CategoryPath } from '@portcullis/domain/internal/condition-operators';
import type { Content, ContentView } from '@portcullis/domain/internal/content';
import { orNotFound, type NotFound } from '@portcullis/domain/internal/errors';
import type { AttributeValues } from '@portcullis/domain/internal/evaluate-condition';
import type { ConditionedContent } from '@portcullis/domain/internal/explain-conditions';
import type { ContentId } from '@portcullis/domain/internal/ids';
import { stateAt } from '@portcullis/domain/internal/schedule';
import type { EntityInput } from '../dependencies.ts';
import type { CategoryViews } from '../ports/categories.ts';
import type { ContentViews } from '../ports/contents.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import {
  categoryPaths,
  outOfReach,
  pathsAmong,
  requireResult,
  requireStored,
  type CallerReach,
  type ReachInput,
} from '../reach.ts';

/** The input of a use case that changes or removes a content. */
export interface ContentInput extends EntityInput<ContentId>, ReachInput {}

type Compared = Pick<ContentView, 'authorId' | 'status' | 'categoryId' | 'tagIds' | 'createdAt' | 'publishedAt'>;

/** Returns the attributes of a content that conditions compare. */
export const contentAttributes = (content: Compared): AttributeValues => {
  const { authorId, status, categoryId, tagIds, createdAt, publishedAt } = content;
  return { authorId, status, categoryId, tagIds, createdAt, publishedAt };
};

/**
 * Reads a content with the attributes that conditions compare.
 * @throws {BusinessError} content-not-found
 */
export async function readConditionedContent(
  { contents, categories }: { readonly contents: ContentViews; readonly categories: CategoryViews },
  id: ContentId,
): Promise<ConditionedContent> {
  const content = orNotFound(await contents.find(id), 'content-not-found');
  return { attributes: contentAttributes(content), pathOf: pathsAmong(await categories.all()) };
}

/**
 * Checks that a caller may change a content in its present state.
 * @throws {BusinessError} `notFound`, if the caller may not even read the content; permission-required
 */
export function requireReach(
  reach: CallerReach | undefined,
  content: Compared,
  pathOf: CategoryPath,
  notFound: NotFound = 'content-not-found',
): void {
  requireStored(reach, contentAttributes(content), notFound, { pathOf, isPublic: content.status === 'PUBLISHED' });
}

/**
 * Checks that a caller may store a content in this state.
 * @throws {BusinessError} permission-required
 */
export async function requireResultInReach(
  tx: Uses<'categories'>,
  reach: CallerReach | undefined,
  content: Compared,
): Promise<void> {
  if (reach === undefined) return;
  requireResult(reach.changes, contentAttributes(content), await categoryPaths(tx, [content.categoryId]));
}

/**
 * Does the same as `requireReach` for a content that the caller of this function has locked.
 * @throws {BusinessError} `notFound`, permission-required
 */
export async function requireLockedReach(
  tx: Uses<'contents' | 'categories' | 'now'>,
  reach: CallerReach | undefined,
  content: Content,
  notFound?: NotFound,
): Promise<void> {
  if (reach === undefined) return;
  const [now, tagIds] = await Promise.all([tx.now(), tx.contents.tagsOf(content.id)]);
  const pathOf = await categoryPaths(tx, [content.categoryId]);
  requireReach(reach, { ...stateAt(content, now), tagIds }, pathOf, notFound);
}

/**
 * Does the same as `requireReach` outside a transaction, for what belongs to a content. A content that does not exist
 * is not refused here.
 * @throws {BusinessError} `notFound`, permission-required
 */
export async function requireStoredReach(
  contents: ContentViews,
  reach: CallerReach | undefined,
  id: ContentId,
  notFound: NotFound,
): Promise<void> {
  if (reach === undefined) return;
  const found = await contents.reached(id, reach.changes);
  if (found === undefined || found.isReached) return;
  const isReadable = found.isPublic || (await contents.reached(id, reach.reads))?.isReached === true;
  if (isReadable) throw outOfReach();
  orNotFound(undefined, notFound);
}

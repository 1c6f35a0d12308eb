import type { CategoryPath } from '@portcullis/domain/internal/conditions/condition-operators';
import type { Content, ContentView } from '@portcullis/domain/internal/contents/content';
import { orNotFound, type NotFound } from '@portcullis/domain/internal/shared/errors';
import type { AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type { ConditionedContent } from '@portcullis/domain/internal/access/explain-conditions';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { stateAt } from '@portcullis/domain/internal/contents/schedule';
import type { EntityInput } from '../dependencies.ts';
import type { CategoryViews } from '../ports/categories.ts';
import type { ContentViews } from '../ports/contents.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import {
  categoryPaths,
  isReached,
  pathsAmong,
  requireReadableAndChangeable,
  requireResult,
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

/** How an operation on a content is refused. */
export interface ContentRefusal {
  /** Default: content-not-found. */
  readonly notFound?: NotFound | undefined;
  /**
   * Whether the operation uses texts of the content that visitors do not see, even if the content is public: its working
   * copy or a revision. Callers who may not read them are then refused. Default: false.
   */
  readonly usesDrafts?: boolean | undefined;
}

/**
 * Checks that a caller may change a content in its present state.
 * @throws {BusinessError} `notFound`, if the caller may not read the content; permission-required
 */
export function requireReach(
  reach: CallerReach | undefined,
  content: Compared,
  pathOf: CategoryPath,
  refusal?: ContentRefusal,
): void {
  if (reach === undefined) return;
  const attributes = contentAttributes(content);
  const readsDrafts = isReached(reach.reads, attributes, pathOf);
  const isChanged = isReached(reach.changes, attributes, pathOf);
  requireDecided({ readsDrafts, isChanged, isPublic: content.status === 'PUBLISHED' }, refusal);
}

interface Decided {
  readonly readsDrafts: boolean;
  readonly isChanged: boolean;
  readonly isPublic: boolean;
}

const requireDecided = (
  { readsDrafts, isChanged, isPublic }: Decided,
  { notFound = 'content-not-found', usesDrafts = false }: ContentRefusal = {},
): void =>
  requireReadableAndChangeable(
    { isReadable: isPublic || readsDrafts, isChangeable: isChanged && (readsDrafts || !usesDrafts) },
    notFound,
  );

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
  refusal?: ContentRefusal,
): Promise<void> {
  if (reach === undefined) return;
  const [now, tagIds] = await Promise.all([tx.now(), tx.contents.tagsOf(content.id)]);
  const pathOf = await categoryPaths(tx, [content.categoryId]);
  requireReach(reach, { ...stateAt(content, now), tagIds }, pathOf, refusal);
}

/**
 * Does the same as `requireReach` outside a transaction, for what belongs to a content, and before a body is converted,
 * because an error of the conversion would tell that the content exists. A content that does not exist is not refused
 * here.
 * @throws {BusinessError} `notFound`, permission-required
 */
export async function requireStoredReach(
  contents: Pick<ContentViews, 'reached'>,
  reach: CallerReach | undefined,
  id: ContentId,
  refusal?: ContentRefusal,
): Promise<void> {
  if (reach === undefined) return;
  const { reads, changes } = reach;
  const read = await contents.reached(id, reads);
  if (read === undefined) return;
  const changed = changes === reads ? read : await contents.reached(id, changes);
  if (changed === undefined) return;
  requireDecided({ readsDrafts: read.isReached, isChanged: changed.isReached, isPublic: read.isPublic }, refusal);
}

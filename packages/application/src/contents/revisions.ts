import {
  isMarkdown,
  suppliedBody,
  type Content,
  type ContentBody,
  type ContentView,
} from '@portcullis/domain/internal/contents/content';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { ContentId, CategoryId } from '@portcullis/domain/internal/shared/ids';
import { withCover } from './content-links.ts';
import type { ContentViews, WithCover } from '../ports/contents.ts';
import type { Page } from '../ports/lists.ts';
import type { ListedRevision, RevisionWithLongFields, RevisionListQuery, RevisionViews } from '../ports/revisions.ts';
import type { CallerReach, ReachInput } from '../reach.ts';
import { requireStoredReach, type ContentInput } from './content-reach.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import type { Uses, UnitOfWork } from '../ports/unit-of-work.ts';
import { bodyFrom, readWholeText, writtenBytes } from './content-body.ts';
import { changeContent, type ContentWriteDependencies } from './store-contents.ts';

interface ReadDependencies {
  readonly revisions: RevisionViews;
  readonly contents: ContentViews;
}

/**
 * Lists the revisions of a content, newest first.
 * @throws {BusinessError} content-not-found
 */
export const listRevisions =
  ({ revisions, contents }: ReadDependencies) =>
  async ({ reach, ...query }: RevisionListQuery & ReachInput): Promise<Page<ListedRevision>> => {
    await requireStoredReach(contents, reach, query.contentId);
    const page = await revisions.list(query);
    // If the list is empty, this line checks whether the content exists. A content that another program has added has no
    // revisions.
    if (page.total === 0) orNotFound(await contents.editorTypeOf(query.contentId), 'content-not-found');
    return page;
  };

/**
 * Reads a content as it was in an earlier version.
 * @throws {BusinessError} revision-not-found
 */
export const readRevision =
  ({ revisions, contents }: ReadDependencies) =>
  async (id: ContentId, version: number, reach?: CallerReach): Promise<RevisionWithLongFields> => {
    await requireStoredReach(contents, reach, id, { notFound: 'revision-not-found' });
    return orNotFound(await revisions.find(id, version), 'revision-not-found');
  };

/** What `restoreContent` needs. */
export interface RestoreContentInput extends ContentInput {
  /** The version of the revision to restore. */
  readonly version: number;
}

interface RestoreDependencies extends ContentWriteDependencies {
  readonly contents: ContentViews;
  readonly revisions: RevisionViews;
  readonly markdown: MarkdownRenderer;
}

/**
 * Restores the fields that a content had in an earlier version. The status does not change. The slug does not change if
 * another content now has the old slug. A category, tag or picture that no longer exists is omitted.
 * @throws {BusinessError} content-not-found, version-changed, revision-not-found
 * @throws {ContentChanged} if the revision was removed while it was being read; nothing is stored
 */
export const restoreContent =
  (deps: RestoreDependencies) =>
  async ({ actor, id, version, ifMatch, reach }: RestoreContentInput): Promise<ContentView & WithCover> => {
    const { work, clock, contents, revisions, markdown } = deps;
    await requireStoredReach(contents, reach, id, { notFound: 'revision-not-found', usesDrafts: true });
    const revision = orNotFound(await revisions.find(id, version), 'revision-not-found');
    const { title, slug, summary, editorType } = revision;
    const contentMd = await wholeOf(revision.contentMd);
    const contentHtml = await wholeOf(revision.contentHtml);
    const contentRaw = await wholeOf(revision.contentRaw);
    // A revision stores HTML only if the HTML cannot be created again from the Markdown.
    const body: ContentBody =
      isMarkdown(editorType) && contentHtml === null ? await bodyFrom(contentMd, markdown) : suppliedBody(contentHtml);
    const at = clock.now();
    return work.run(
      async (tx) => {
        const restored = await changeContent(
          tx,
          deps,
          { id, actor, at, ifMatch, reach, usesDrafts: true, newTags: revision.tagIds },
          async (stored) => {
            const categoryId = await existingCategory(tx, revision.categoryId);
            const { coverId } = revision;
            const hasCover = coverId !== null && (await tx.media.lockPicture(coverId));
            const existingTags = await tx.tags.existingIds(revision.tagIds);
            const fields = { title, summary, editorType, contentMd, contentRaw, categoryId };
            return {
              content: {
                ...stored,
                ...fields,
                ...body,
                coverId: hasCover ? coverId : null,
                slug: await freeSlug(tx, stored, slug),
                updatedAt: at,
              },
              tagIds: revision.tagIds.filter((tagId) => existingTags.has(tagId)),
              kind: 'RESTORE',
            };
          },
        );
        return withCover(tx, restored);
      },
      { bytes: writtenBytes({ contentMd, contentHtml: body.contentHtml, contentRaw }), keyed: actor.keyed },
    );
  };

const wholeOf = async (body: Parameters<typeof readWholeText>[0] | null): Promise<string | null> =>
  body === null ? null : readWholeText(body);

async function existingCategory(tx: Uses<'categories'>, id: CategoryId | null): Promise<CategoryId | null> {
  if (id === null) return null;
  return (await tx.categories.existingIds([id])).has(id) ? id : null;
}

/** Returns the old slug, or the current one if another content has the old slug. */
async function freeSlug(tx: Uses<'contents'>, stored: Content, slug: string): Promise<string> {
  return slug === stored.slug || (await tx.contents.isSlugFree(slug)) ? slug : stored.slug;
}

/**
 * Maximum number of contents whose revisions one transaction removes. It is small, because the rows of these contents
 * stay locked until the transaction ends.
 */
const batch = 20;

/** How many of the newest revisions of each content are retained. */
export interface RevisionRetention {
  readonly keep: number;
}

interface RemovalDependencies {
  readonly work: UnitOfWork<Uses<'revisions' | 'tryAdvisoryLock'>>;
  readonly retention: RevisionRetention;
}

/**
 * Removes old revisions of one batch of contents. The first revision, every PUBLISH revision and the newest revisions
 * of each content are retained.
 * @returns the number of removed revisions; 0 when none are left, or when other transactions have locked the contents
 * whose revisions remain
 */
export const removeOldRevisions =
  ({ work, retention }: RemovalDependencies) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('remove old revisions'))) return 0;
      return tx.revisions.removeOld(retention.keep, batch);
    });

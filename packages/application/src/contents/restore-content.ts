import {
  isMarkdown,
  orNotFound,
  suppliedBody,
  type Actor,
  type CategoryId,
  type Content,
  type ContentBody,
  type ContentId,
  type ContentView,
} from '@portcullis/domain';
import type { IfMatchInput } from '../dependencies.ts';
import type { RevisionViews } from '../ports/revisions.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { bodyFrom, readWholeText } from './content-body.ts';
import { changeContent, type ContentWriteDependencies } from './store-content.ts';

export interface RestoreContentInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
  /** The version of the revision to restore. */
  readonly version: number;
}

interface Dependencies extends ContentWriteDependencies {
  readonly revisions: RevisionViews;
  readonly markdown: MarkdownRenderer;
}

/**
 * Restores the fields that a content had in an earlier version. The status does not change. The slug does not change if
 * another content now has the old slug. A category or tag that no longer exists is omitted.
 * @throws {BusinessError} content-not-found, version-changed, revision-not-found
 * @throws {ContentChanged} if the revision was removed while it was being read; nothing is stored
 */
export const restoreContent =
  (deps: Dependencies) =>
  async ({ actor, id, version, ifMatch }: RestoreContentInput): Promise<ContentView> => {
    const { work, clock, revisions, markdown } = deps;
    const revision = orNotFound(await revisions.find(id, version), 'revision-not-found');
    const { title, slug, summary, editorType } = revision;
    const contentMd = await wholeOf(revision.contentMd);
    const contentHtml = await wholeOf(revision.contentHtml);
    const contentRaw = await wholeOf(revision.contentRaw);
    // A revision stores HTML only if the HTML cannot be created again from the Markdown.
    const body: ContentBody =
      isMarkdown(editorType) && contentHtml === null ? await bodyFrom(contentMd, markdown) : suppliedBody(contentHtml);
    const at = clock.now();
    return work.run((tx) =>
      changeContent(tx, deps, { id, actor, at, ifMatch, newTags: revision.tagIds }, async (stored) => {
        const categoryId = await existingCategory(tx, revision.categoryId);
        const existingTags = await tx.tags.existingIds(revision.tagIds);
        const fields = { title, summary, editorType, contentMd, contentRaw, categoryId };
        return {
          content: { ...stored, ...fields, ...body, slug: await freeSlug(tx, stored, slug), updatedAt: at },
          tagIds: revision.tagIds.filter((tagId) => existingTags.has(tagId)),
          kind: 'RESTORE',
        };
      }),
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
  if (slug === stored.slug) return slug;
  return (await tx.contents.freeSlug(slug)) === slug ? slug : stored.slug;
}

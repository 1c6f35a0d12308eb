import type { Actor } from '@portcullis/domain/internal/shared/actor';
import {
  isMarkdown,
  suppliedBody,
  type Content,
  type ContentFields,
  type ContentView,
} from '@portcullis/domain/internal/contents/content';
import type { TagId, UserId } from '@portcullis/domain/internal/shared/ids';
import { noSchedule } from '@portcullis/domain/internal/contents/schedule';
import { checkSlug, slugFrom } from '@portcullis/domain/internal/names/slug';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import type { MarkdownRenderer } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { bodyFrom, writtenBytes, bodyAfter, prepareBody } from './content-body.ts';
import { checkCategory, checkCover, withCover } from './content-links.ts';
import {
  addContent,
  changeContent,
  type ContentRemovalDependencies,
  type ContentWriteDependencies,
  removeContents,
} from './store-contents.ts';
import type { ReachInput } from '../reach.ts';
import { requireStoredReach, type ContentInput } from './content-reach.ts';
import type { ContentViews, WithCover } from '../ports/contents.ts';

/** What `createContent` needs. */
export type CreateContentInput = Omit<ContentFields, 'slug'> &
  ReachInput & {
    readonly actor: Actor;
    /** If absent, the slug is made from the title. */
    readonly slug?: string | undefined;
    readonly tagIds: readonly TagId[];
    readonly authorId: UserId;
  };

interface CreationDependencies extends ContentWriteDependencies {
  readonly markdown: MarkdownRenderer;
}

/**
 * Adds a content as a draft and converts its Markdown.
 * @throws {BusinessError} permission-required, slug-unacceptable, slug-taken, unknown-category, unknown-cover,
 * unknown-tags
 */
export const createContent =
  (deps: CreationDependencies) =>
  async ({ actor, slug, tagIds, reach, ...fields }: CreateContentInput): Promise<ContentView & WithCover> => {
    checkSlug(slug);
    const { work, markdown, clock, ids } = deps;
    const id = ids.next<'Content'>();
    const at = clock.now();
    const { editorType, contentMd, contentHtml } = fields;
    const body = isMarkdown(editorType) ? await bodyFrom(contentMd, markdown) : suppliedBody(contentHtml);
    const store = async (
      tx: Uses<'contents' | 'revisions' | 'categories' | 'tags' | 'media' | 'events'>,
    ): Promise<ContentView & WithCover> => {
      await checkCategory(tx, fields.categoryId, tagIds);
      await checkCover(tx, fields.coverId);
      const content: Content = {
        id,
        ...fields,
        ...body,
        slug: slug ?? slugFrom(fields.title, id.slice(0, 8)),
        status: 'DRAFT',
        publishedAt: null,
        ...noSchedule,
        version: firstVersion,
        createdAt: at,
        updatedAt: at,
      };
      const added = { content, tagIds, isSlugMade: slug === undefined };
      return withCover(tx, await addContent(tx, deps, added, { actor, at, reach }));
    };
    return work.run(store, { bytes: writtenBytes(fields), keyed: actor.keyed });
  };

/** What `updateContent` needs. */
export interface UpdateContentInput extends ContentInput {
  readonly change: Partial<ContentFields>;
  /** Replaces all tags. If absent, the tags do not change. */
  readonly tagIds?: readonly TagId[] | undefined;
}

interface ChangeDependencies extends ContentWriteDependencies {
  readonly contents: ContentViews;
  readonly markdown: MarkdownRenderer;
}

/**
 * Changes a content and converts new Markdown. If the type changes from RICHTEXT to MARKDOWN or UPLOAD without new
 * Markdown, the stored HTML is sanitised and retained.
 * @throws {BusinessError} content-not-found, version-changed, slug-unacceptable, slug-taken, unknown-category,
 * unknown-cover, unknown-tags
 * @throws {ContentChanged} if the content changed while its HTML was being read; nothing is stored
 */
export const updateContent =
  (deps: ChangeDependencies) =>
  async (input: UpdateContentInput): Promise<ContentView & WithCover> => {
    const { work, clock, contents, markdown } = deps;
    const { actor, id, change, tagIds, ifMatch, reach } = input;
    const { contentHtml: _html, ...fields } = change;
    await requireStoredReach(contents, reach, id);
    const prepared = await prepareBody(contents, markdown, id, change);
    const at = clock.now();
    const store = async (
      tx: Uses<'contents' | 'revisions' | 'categories' | 'tags' | 'media' | 'events' | 'now'>,
    ): Promise<(ContentView & WithCover) | undefined> => {
      const changed = await changeContent(
        tx,
        deps,
        { id, actor, at, ifMatch, reach, newTags: tagIds },
        async (stored) => {
          checkSlug(fields.slug);
          const body = bodyAfter(stored, change, prepared);
          if (body === undefined) return undefined;
          if (fields.categoryId !== undefined) await checkCategory(tx, fields.categoryId, tagIds ?? []);
          await checkCover(tx, fields.coverId, stored.coverId);
          return { content: { ...stored, ...fields, ...body, updatedAt: at }, tagIds, kind: 'SAVE' };
        },
      );
      return changed && withCover(tx, changed);
    };
    const updated = await work.run(store, { bytes: writtenBytes(change) });
    // If `updated` is undefined, a concurrent change of the type or the HTML has made the prepared body obsolete. The
    // operation then starts again.
    return updated ?? updateContent(deps)(input);
  };

/**
 * Moves a content into the bin, or removes it for good if there is no bin. Its preview links end.
 * @throws {BusinessError} content-not-found, version-changed
 */
export const deleteContent =
  (deps: ContentRemovalDependencies) =>
  ({ actor, ...lock }: ContentInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const refusal = (await removeContents(tx, deps, actor, [lock])).get(lock.id);
      if (refusal !== undefined) throw refusal;
    });

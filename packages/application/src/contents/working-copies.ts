import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { type ContentFields, afterStatusAction, type ContentView } from '@portcullis/domain/internal/contents/content';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { ContentId, TagId } from '@portcullis/domain/internal/shared/ids';
import { missingIds, unknownIdsError } from '@portcullis/domain/internal/shared/replace-links';
import { changedContentFields } from '@portcullis/domain/internal/contents/revision';
import { stateAt } from '@portcullis/domain/internal/contents/schedule';
import { checkSlug } from '@portcullis/domain/internal/names/slug';
import {
  workingCopyEvents,
  beginWorkingCopy,
  editedFields,
  type WorkingCopy,
  requireCopyVersion,
  requireCurrentBase,
  withWorkingCopy,
} from '@portcullis/domain/internal/contents/working-copy';
import type { WorkingCopyWithLongFields, WorkingCopyViews } from '../ports/working-copies.ts';
import type { CreateDependencies, IfMatchInput } from '../dependencies.ts';
import type { ContentViews, WithCover } from '../ports/contents.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { changeEntities, recordChange } from '../changes.ts';
import { writtenBytes, bodyAfter, prepareBody, type BodySource } from './content-body.ts';
import type { CallerReach, ReachInput } from '../reach.ts';
import { requireLockedReach, requireResultInReach, requireStoredReach, type ContentInput } from './content-reach.ts';
import { checkCategory, checkCover, withCover } from './content-links.ts';
import { prepareMissingBody, withMissingBody, type PublishDependencies } from './missing-body.ts';
import { changeContent } from './store-contents.ts';

/**
 * Reads the working copy of a content.
 * @throws {BusinessError} working-copy-not-found
 */
export const readWorkingCopy =
  ({ workingCopies, contents }: { readonly workingCopies: WorkingCopyViews; readonly contents: ContentViews }) =>
  async (id: ContentId, reach?: CallerReach): Promise<WorkingCopyWithLongFields> => {
    await requireStoredReach(contents, reach, id, { notFound: 'working-copy-not-found' });
    return orNotFound(await workingCopies.find(id), 'working-copy-not-found');
  };

/** What `saveWorkingCopy` needs. */
export interface SaveWorkingCopyInput extends ReachInput, IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
  readonly change: Partial<ContentFields>;
  /** Replaces all tags. If absent, the tags do not change. */
  readonly tagIds?: readonly TagId[] | undefined;
}

interface SaveDependencies
  extends CreateDependencies<'contents' | 'workingCopies' | 'categories' | 'tags' | 'media' | 'events' | 'now'> {
  readonly contents: ContentViews;
  readonly workingCopies: WorkingCopyViews;
  readonly markdown: MarkdownRenderer;
}

/**
 * Changes the working copy of a content. The first change creates the copy from the content. The content itself does
 * not change.
 * @throws {BusinessError} content-not-found, working-copy-not-found, version-changed, slug-unacceptable, unknown-category, unknown-cover, unknown-tags
 * @throws {ContentChanged} if the content or the copy changed while its HTML was being read; nothing is stored
 */
export const saveWorkingCopy =
  (deps: SaveDependencies) =>
  async (input: SaveWorkingCopyInput): Promise<WorkingCopy & WithCover> => {
    const { work, clock, contents, workingCopies, markdown } = deps;
    const { actor, id, change, tagIds, ifMatch, reach } = input;
    const { contentHtml: _html, ...fields } = change;
    const source: BodySource = {
      editorTypeOf: async () => (await workingCopies.editorTypeOf(id)) ?? contents.editorTypeOf(id),
      find: async () => (await workingCopies.find(id)) ?? contents.find(id),
    };
    await requireStoredReach(contents, reach, id, { usesDrafts: true });
    const prepared = await prepareBody(source, markdown, id, change);
    const at = clock.now();
    const set = editedFields.filter((field) => (field === 'tagIds' ? tagIds : change[field]) !== undefined);
    const store = async (
      tx: Uses<'contents' | 'workingCopies' | 'categories' | 'tags' | 'media' | 'events' | 'now'>,
    ): Promise<(WorkingCopy & WithCover) | undefined> => {
      const existingTags = await tx.tags.existingIds(tagIds ?? []);
      const content = orNotFound(await tx.contents.lock(id), 'content-not-found');
      await requireLockedReach(tx, reach, content, { usesDrafts: true });
      const existing = await tx.workingCopies.lock(id);
      requireCopyVersion(existing, ifMatch);
      const copy = existing ?? beginWorkingCopy(content, await tx.contents.tagsOf(id), at);
      checkSlug(fields.slug);
      const body = bodyAfter(copy, change, prepared);
      if (body === undefined) return undefined;
      if (fields.categoryId !== undefined) await checkCategory(tx, fields.categoryId, tagIds ?? []);
      await checkCover(tx, fields.coverId, copy.coverId);
      const edited: WorkingCopy = {
        ...copy,
        ...fields,
        ...body,
        tagIds: tagIds === undefined ? copy.tagIds : checkedTags(tagIds, existingTags),
        changedFields: editedFields.filter((field) => set.includes(field) || copy.changedFields.includes(field)),
        authorId: actor.id,
        updatedAt: at,
      };
      const { categoryId, tagIds: newTagIds } = edited;
      if (reach !== undefined) {
        const current = stateAt(content, await tx.now());
        await requireResultInReach(tx, reach, { ...current, categoryId, tagIds: newTagIds });
      }
      const isNew = existing === undefined || edited.changedFields.length > copy.changedFields.length;
      const isChanged = isNew || changedContentFields(copy, edited).length > 0;
      const changed = existing !== undefined && isChanged ? { ...edited, version: copy.version + 1 } : edited;
      const recorded = { event: workingCopyEvents.saved, actor, subject: content, before: copy, after: changed };
      await changeEntities(tx, deps, [], async (allow) => {
        await tx.workingCopies[existing === undefined ? 'add' : 'save'](allow(changed));
        return { events: isChanged ? [recorded] : [] };
      });
      return withCover(tx, changed);
    };
    const saved = await work.run(store, { bytes: writtenBytes(change) });
    // If `saved` is undefined, a concurrent change of the type or the HTML has made the prepared body obsolete. The
    // operation then starts again.
    return saved ?? saveWorkingCopy(deps)(input);
  };

/**
 * Returns the requested tags, sorted and without duplicates.
 * @throws {BusinessError} unknown-tags
 */
function checkedTags(requested: readonly TagId[], existing: ReadonlySet<TagId>): readonly TagId[] {
  const missing = missingIds(requested, existing);
  if (missing.length > 0) throw unknownIdsError('unknown-tags', 'tag', missing);
  return [...new Set(requested)].toSorted();
}

/** If `ifMatch` is `any`, the working copy is published even if the content has changed since the copy was created. */
export type PublishWorkingCopyInput = ContentInput;

interface PublicationDependencies extends PublishDependencies {
  readonly workingCopies: WorkingCopyViews;
}

/**
 * Applies the changed fields of the working copy to the content, publishes the content and removes the copy.
 * @throws {BusinessError} content-not-found, version-changed, working-copy-not-found, working-copy-outdated,
 * slug-taken, unknown-category, unknown-tags
 */
export const publishWorkingCopy =
  (deps: PublicationDependencies) =>
  async (input: PublishWorkingCopyInput): Promise<ContentView & WithCover> => {
    const { work, clock, contents, workingCopies } = deps;
    const { actor, id, ifMatch, reach } = input;
    await requireStoredReach(contents, reach, id, { usesDrafts: true });
    const prepared = await prepareMissingBody(deps, id);
    const found = orNotFound(await workingCopies.find(id), 'working-copy-not-found');
    const { tagIds: newTags } = found;
    const at = clock.now();
    const published = await work.run(
      async (tx) => {
        const changed = await changeContent(
          tx,
          deps,
          { id, actor, at, ifMatch, reach, newTags, usesDrafts: true },
          async (stored) => {
            const copy = orNotFound(await tx.workingCopies.lock(id), 'working-copy-not-found');
            if (copy.tagIds.some((tagId) => !newTags.includes(tagId))) return undefined;
            if (ifMatch !== 'any') requireCurrentBase(copy, stored);
            const tagIds = copy.changedFields.includes('tagIds') ? copy.tagIds : undefined;
            if (copy.changedFields.includes('categoryId')) await checkCategory(tx, copy.categoryId, tagIds ?? []);
            // The event of the publication reports the removal.
            await changeEntities(tx, deps, [], async (allow) => {
              await tx.workingCopies.remove(allow(id));
              return { events: [] };
            });
            const content = { ...withWorkingCopy(withMissingBody(stored, prepared), copy), updatedAt: at };
            return { content: afterStatusAction(content, 'publish', at), tagIds, kind: 'PUBLISH' };
          },
        );
        return changed && withCover(tx, changed);
      },
      { bytes: writtenBytes(found), keyed: actor.keyed },
    );
    // If `published` is undefined, a concurrent request has added tags to the working copy. These tags are not locked,
    // so the operation starts again.
    return published ?? publishWorkingCopy(deps)(input);
  };

/** What `discardWorkingCopy` needs. */
export interface DiscardWorkingCopyInput extends ReachInput, IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
}

/**
 * Removes the working copy of a content. The content does not change.
 * @throws {BusinessError} working-copy-not-found
 */
export const discardWorkingCopy =
  (deps: CreateDependencies<'contents' | 'workingCopies' | 'categories' | 'events' | 'now'>) =>
  ({ actor, id, ifMatch, reach }: DiscardWorkingCopyInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const content = orNotFound(await tx.contents.lock(id), 'working-copy-not-found');
      await requireLockedReach(tx, reach, content, { notFound: 'working-copy-not-found', usesDrafts: true });
      const before = orNotFound(await tx.workingCopies.lock(id), 'working-copy-not-found');
      requireCopyVersion(before, ifMatch);
      await recordChange(tx, deps, { event: workingCopyEvents.discarded, actor, subject: content }, async (allow) => {
        await tx.workingCopies.remove(allow(id));
        return { before };
      });
    });

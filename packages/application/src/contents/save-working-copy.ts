import {
  workingCopyEvents,
  beginWorkingCopy,
  changedContentFields,
  checkChangedSlug,
  editedFields,
  missingIds,
  orNotFound,
  unknownIdsError,
  type Actor,
  type ContentFields,
  type ContentId,
  type TagId,
  type WorkingCopy,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { ContentViews } from '../ports/contents.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { WorkingCopyViews } from '../ports/working-copies.ts';
import { recordEvent } from '../record-event.ts';
import { writtenBytes } from './content-body.ts';
import { checkCategory } from './content-links.ts';
import { bodyAfter, prepareBody, type BodySource } from './prepare-body.ts';

export interface SaveWorkingCopyInput {
  readonly actor: Actor;
  readonly id: ContentId;
  readonly change: Partial<ContentFields>;
  /** Replaces all tags. If absent, the tags do not change. */
  readonly tagIds?: readonly TagId[] | undefined;
}

interface Dependencies extends CreateDependencies<'contents' | 'workingCopies' | 'categories' | 'tags' | 'events'> {
  readonly contents: ContentViews;
  readonly workingCopies: WorkingCopyViews;
  readonly markdown: MarkdownRenderer;
}

/**
 * Changes the working copy of a content. The first change creates the copy from the content. The content itself does
 * not change.
 * @throws {BusinessError} content-not-found, slug-unacceptable, unknown-category, unknown-tags
 * @throws {ContentChanged} if the content or the copy changed while its HTML was being read; nothing is stored
 */
export const saveWorkingCopy =
  (deps: Dependencies) =>
  async (input: SaveWorkingCopyInput): Promise<WorkingCopy> => {
    const { work, clock, contents, workingCopies, markdown } = deps;
    const { actor, id, change, tagIds } = input;
    const { contentHtml: _html, ...fields } = change;
    const source: BodySource = {
      editorTypeOf: async () => (await workingCopies.editorTypeOf(id)) ?? contents.editorTypeOf(id),
      find: async () => (await workingCopies.find(id)) ?? contents.find(id),
    };
    const prepared = await prepareBody(source, markdown, id, change);
    const at = clock.now();
    const set = editedFields.filter((field) => (field === 'tagIds' ? tagIds : change[field]) !== undefined);
    const store = async (
      tx: Uses<'contents' | 'workingCopies' | 'categories' | 'tags' | 'events'>,
    ): Promise<WorkingCopy | undefined> => {
      // `existingIds` locks the tags. The calls run in this order, so the tags are locked before the content, as when a
      // tag is removed. This avoids a deadlock.
      const [existingTags, found] = await Promise.all([tx.tags.existingIds(tagIds ?? []), tx.contents.lock(id)]);
      const content = orNotFound(found, 'content-not-found');
      const existing = await tx.workingCopies.lock(id);
      const copy = existing ?? beginWorkingCopy(content, await tx.contents.tagsOf(id), at);
      checkChangedSlug(copy, fields);
      const body = bodyAfter(copy, change, prepared);
      if (body === undefined) return undefined;
      if (fields.categoryId !== undefined) await checkCategory(tx, fields.categoryId, tagIds ?? []);
      const changed: WorkingCopy = {
        ...copy,
        ...fields,
        ...body,
        tagIds: tagIds === undefined ? copy.tagIds : checkedTags(tagIds, existingTags),
        changedFields: editedFields.filter((field) => set.includes(field) || copy.changedFields.includes(field)),
        authorId: actor.id,
        updatedAt: at,
      };
      const isNew = existing === undefined || changed.changedFields.length > copy.changedFields.length;
      if (isNew || changedContentFields(copy, changed).length > 0) {
        await recordEvent(tx, deps, {
          event: workingCopyEvents.saved,
          actor,
          subject: content,
          before: copy,
          after: changed,
        });
      }
      await (existing === undefined ? tx.workingCopies.add(changed) : tx.workingCopies.save(changed));
      return changed;
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

import { builtInEvent, evenUnchanged, recordedFields } from '../shared/declare-event.ts';
import type { Content, ContentBody, ContentFields } from './content.ts';
import { contentSubject } from '../shared/subjects.ts';
import { BusinessError, orNotFound } from '../shared/errors.ts';
import type { ContentId, TagId, UserId } from '../shared/ids.ts';
import { firstVersion, type Entity, type VersionCondition } from '../shared/version.ts';

/** A field of a content that a working copy can change. */
export type EditedField = keyof ContentFields | 'tagIds';

/** The fields that determine the text that readers see. They are always published together. */
const bodyFields: readonly EditedField[] = ['editorType', 'contentMd', 'contentHtml', 'contentRaw'];

/** The fields of a content that its working copy has too. */
export const editedFields: readonly EditedField[] = [
  'title',
  'slug',
  'summary',
  ...bodyFields,
  'categoryId',
  'tagIds',
  'coverId',
];

/**
 * A copy of a content with unpublished changes. Readers do not see the changes until the copy is published. It has the
 * id of the content, and a version of its own.
 */
export interface WorkingCopy extends Omit<ContentFields, 'contentHtml'>, ContentBody, Entity<ContentId> {
  readonly tagIds: readonly TagId[];
  /** The version of the content from which the copy was made. */
  readonly baseVersion: number;
  /** The fields that were set in the copy. */
  readonly changedFields: readonly EditedField[];
  /** The user who changed the copy last. */
  readonly authorId: UserId | null;
}

/** Creates a working copy that is equal to the content. */
export const beginWorkingCopy = (content: Content, tagIds: readonly TagId[], at: Date): WorkingCopy => {
  const { id, title, slug, summary, editorType, contentMd, contentHtml, contentRaw, toc, excerpt } = content;
  const { readingMinutes, categoryId, coverId, version: baseVersion } = content;
  const texts = { title, slug, summary, editorType, contentMd, contentHtml, contentRaw, toc, excerpt, readingMinutes };
  return {
    id,
    ...texts,
    categoryId,
    coverId,
    tagIds,
    version: firstVersion,
    baseVersion,
    changedFields: [],
    authorId: null,
    createdAt: at,
    updatedAt: at,
  };
};

/**
 * Checks that the working copy has a version that the client accepts. The copy must be locked.
 * @param condition if undefined, every version is accepted, and the copy need not exist
 * @throws {BusinessError} working-copy-not-found; version-changed, with the current version in its details
 */
export function requireCopyVersion(copy: WorkingCopy | undefined, condition: VersionCondition | undefined): void {
  if (condition === undefined || condition === 'any') return;
  const { version: current, updatedAt, authorId: updatedBy } = orNotFound(copy, 'working-copy-not-found');
  if (condition.includes(current)) return;
  throw new BusinessError('version-changed', 'This has been changed in the meantime.', {
    current,
    updatedAt,
    updatedBy,
  });
}

/**
 * Checks that the content has not changed since the working copy was made.
 * @throws {BusinessError} working-copy-outdated
 */
export function requireCurrentBase({ baseVersion }: WorkingCopy, { version }: Content): void {
  if (baseVersion === version) return;
  throw new BusinessError('working-copy-outdated', 'The content has changed since this working copy began.');
}

/**
 * Returns the content with the fields that the working copy set. If the copy set one field of the body, all fields of
 * the body come from the copy. The texts then match the editor type.
 */
export function withWorkingCopy(content: Content, copy: WorkingCopy): Content {
  const isSet = (field: EditedField): boolean => copy.changedFields.includes(field);
  const { editorType, contentMd, contentHtml, contentRaw, toc, excerpt, readingMinutes } = copy;
  const body = { editorType, contentMd, contentHtml, contentRaw, toc, excerpt, readingMinutes };
  return {
    ...content,
    ...(isSet('title') && { title: copy.title }),
    ...(isSet('slug') && { slug: copy.slug }),
    ...(isSet('summary') && { summary: copy.summary }),
    ...(isSet('categoryId') && { categoryId: copy.categoryId }),
    ...(isSet('coverId') && { coverId: copy.coverId }),
    ...(bodyFields.some(isSet) && body),
  };
}

/** Only the names of the changed fields are recorded, because subscribers to events must not see unpublished values. */
const recorded = recordedFields<WorkingCopy>()('changedFields');

/** The events of working copies. */
export const workingCopyEvents = {
  saved: builtInEvent(contentSubject, 'content.draft.saved', evenUnchanged(recorded)),
  discarded: builtInEvent(contentSubject, 'content.draft.discarded', recorded),
};

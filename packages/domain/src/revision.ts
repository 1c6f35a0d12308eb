import { isMarkdown, type ContentFields, type ContentView } from './content.ts';
import type { ContentStatus } from './content-status.ts';
import type { ContentId, TagId, UserId } from './ids.ts';

/** The kinds of writes of a content. A revision contains the kind of its write. */
export const revisionKinds = ['SAVE', 'PUBLISH', 'UNPUBLISH', 'ARCHIVE', 'RESTORE', 'SCHEDULE'] as const;
export type RevisionKind = (typeof revisionKinds)[number];

/** The fields that an author can set, and the status, in the order in which changes are listed. */
export const revisedFields = [
  'title',
  'slug',
  'summary',
  'editorType',
  'contentMd',
  'contentHtml',
  'contentRaw',
  'categoryId',
  'tagIds',
  'status',
] as const satisfies readonly (keyof ContentView)[];
export type RevisedField = (typeof revisedFields)[number];

/** A record of one write of a content. */
export interface Revision {
  readonly contentId: ContentId;
  /** The version of the content that the write made. */
  readonly version: number;
  readonly kind: RevisionKind;
  /** The user who made the write. Null for the service itself, and for writes that a release without revisions made. */
  readonly authorId: UserId | null;
  readonly createdAt: Date;
  /** The fields that differ from the version before. Empty for a first revision. */
  readonly changedFields: readonly RevisedField[];
  /** Size of the bodies in the revision, in bytes of UTF-8. */
  readonly bytes: number;
}

/** The fields of a content as a revision keeps them. */
export interface RevisedFields extends ContentFields {
  readonly tagIds: readonly TagId[];
  readonly status: ContentStatus;
  readonly publishedAt: Date | null;
}

/**
 * Whether a revision keeps the HTML of a content. HTML that was converted from Markdown is left out, because it can
 * be converted again.
 * @param inherited whether the Markdown has not changed since a revision that keeps the HTML. This happens when a
 * RICHTEXT becomes MARKDOWN without new Markdown: its HTML stays.
 */
export const keepsHtml = (
  { editorType, contentMd }: Pick<ContentFields, 'editorType' | 'contentMd'>,
  inherited: boolean,
): boolean => !isMarkdown(editorType) || contentMd === null || inherited;

/** Returns the fields that differ. The HTML of Markdown is not compared, because it follows from the Markdown. */
export const changedContentFields = (before: ContentView, after: ContentView): readonly RevisedField[] =>
  revisedFields.filter((field) => {
    if (field === 'contentHtml' && isMarkdown(after.editorType)) return false;
    if (field === 'tagIds') return before.tagIds.toSorted().join() !== after.tagIds.toSorted().join();
    return before[field] !== after[field];
  });

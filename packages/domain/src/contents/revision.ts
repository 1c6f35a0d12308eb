import { isMarkdown, type ContentFields, type ContentView } from './content.ts';
import type { ContentStatus } from './schedule.ts';
import type { ContentId, TagId, UserId } from '../shared/ids.ts';

/** The kinds of writes to a content. A revision records the kind of its write. */
export const revisionKinds = ['SAVE', 'PUBLISH', 'UNPUBLISH', 'ARCHIVE', 'RESTORE', 'SCHEDULE'] as const;
/** What a write did to a content. */
export type RevisionKind = (typeof revisionKinds)[number];

/** The fields that an author can set, and the status. Changes are listed in this order. */
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
  'coverId',
  'status',
] as const satisfies readonly (keyof ContentView)[];
/** A field of which revisions show the changes. */
export type RevisedField = (typeof revisedFields)[number];

/** A record of one write to a content. */
export interface Revision {
  readonly contentId: ContentId;
  /** The version of the content after the write. */
  readonly version: number;
  readonly kind: RevisionKind;
  /**
   * The user who made the write. Null if the service itself made the write, or if the revision was added later. A
   * revision is added later for the removal of a tag or of the author's account, and for a write of another program.
   */
  readonly authorId: UserId | null;
  readonly createdAt: Date;
  /** The fields that differ from the previous version. Empty for the first revision and for revisions added later. */
  readonly changedFields: readonly RevisedField[];
  /** Size of the bodies in the revision, in bytes of UTF-8. */
  readonly bytes: number;
}

/** The fields of a content that a revision stores. */
export interface RevisedFields extends ContentFields {
  readonly tagIds: readonly TagId[];
  readonly status: ContentStatus;
  readonly publishedAt: Date | null;
}

/**
 * Whether a revision stores the HTML of a content. HTML that was converted from Markdown is not stored, because the
 * Markdown can be converted again.
 * @param inherited true if an earlier revision stores the HTML and the Markdown has not changed since that revision.
 * For example, this is the case after a content changes from RICHTEXT to MARKDOWN without new Markdown.
 */
export const keepsHtml = (
  { editorType, contentMd }: Pick<ContentFields, 'editorType' | 'contentMd'>,
  inherited: boolean,
): boolean => !isMarkdown(editorType) || contentMd === null || inherited;

/** The fields of a content or a working copy. A working copy has no status. */
type ComparedFields = Omit<Pick<ContentView, RevisedField>, 'status'> & { readonly status?: ContentStatus };

/** Returns the fields that differ. The HTML is compared only if the type of `after` is RICHTEXT. */
export const changedContentFields = (before: ComparedFields, after: ComparedFields): readonly RevisedField[] =>
  revisedFields.filter((field) => {
    if (field === 'contentHtml' && isMarkdown(after.editorType)) return false;
    if (field === 'tagIds') return before.tagIds.toSorted().join() !== after.tagIds.toSorted().join();
    return before[field] !== after[field];
  });

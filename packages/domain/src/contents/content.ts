import { contentSubject } from '../shared/subjects.ts';
import { builtInEvent, evenUnchanged, ofDeletion, recordedFields } from '../shared/declare-event.ts';
import { type ContentStatus, noSchedule, type Schedule } from './schedule.ts';
import { BusinessError } from '../shared/errors.ts';
import type { CategoryId, ContentId, MediaId, TagId, UserId } from '../shared/ids.ts';
import type { Utf8Text } from '../names/text.ts';
import type { Entity } from '../shared/version.ts';

/** How a content is written: Markdown that is typed or uploaded, or HTML from a rich-text editor. */
export type EditorType = 'MARKDOWN' | 'UPLOAD' | 'RICHTEXT';
/** The editors with which the body of a content can be written. */
export const editorTypes: readonly EditorType[] = ['MARKDOWN', 'UPLOAD', 'RICHTEXT'];

/** The fields of a content that an author can set. */
export interface ContentFields {
  readonly title: string;
  readonly slug: string;
  readonly summary: string | null;
  readonly editorType: EditorType;
  readonly contentMd: string | null;
  readonly contentHtml: string | null;
  readonly contentRaw: string | null;
  readonly categoryId: CategoryId | null;
  /** The picture that lists show beside the content. The file may no longer exist. */
  readonly coverId: MediaId | null;
}

/** A heading in a table of contents, with the headings below it. */
export interface TocEntry {
  /** The `id` attribute of the heading in the HTML. */
  readonly id: string;
  readonly text: string;
  /** 1 to 6, as in `h1` to `h6`. */
  readonly level: number;
  readonly children: readonly TocEntry[];
}

/**
 * The table of contents, excerpt and reading time of a document. If the document was not converted from Markdown, `toc`
 * is empty and the other fields are null.
 */
export interface Outline {
  readonly toc: readonly TocEntry[];
  /**
   * The beginning of the first paragraph that contains text, at most 200 characters. A paragraph inside a quotation or
   * a list is used only if there is no other paragraph with text.
   */
  readonly excerpt: string | null;
  readonly readingMinutes: number | null;
}

/** The result of converting a Markdown document. */
export interface Rendered extends Outline {
  readonly html: string | Utf8Text;
  /** Empty if no paragraph contains text. */
  readonly excerpt: string;
  /** Estimated for 200 words, or 400 Chinese or Japanese characters, per minute; at least 1. */
  readonly readingMinutes: number;
}

/** A content, with the HTML of its body. */
export interface Content extends Omit<ContentFields, 'contentHtml'>, Outline, Schedule, Entity<ContentId> {
  readonly contentHtml: string | Utf8Text | null;
  readonly status: ContentStatus;
  /** Time of the first publication; null if the content was never published. */
  readonly publishedAt: Date | null;
  readonly authorId: UserId | null;
}

/** A content in the bin, from which it can be recovered. */
export interface RemovedContent extends Content {
  readonly removedAt: Date;
  /** Null if the service itself removed the content. */
  readonly removedBy: UserId | null;
}

/** How long removed contents stay in the bin. */
export interface ContentBin {
  /** The number of days; 0 removes contents at once and for good. */
  readonly days: number;
}

const dayMs = 24 * 3_600_000;

/** Returns the time before which contents were removed that are now removed for good. */
export const binEnd = ({ days }: ContentBin, now: Date): Date => new Date(now.getTime() - days * dayMs);

/** Returns when a removed content is removed for good. */
export const binExpiry = ({ days }: ContentBin, removedAt: Date): Date => new Date(removedAt.getTime() + days * dayMs);

/** A content as the API returns it. */
export interface ContentView extends Content {
  readonly tagIds: readonly TagId[];
}

/** The limits of the fields of contents. */
export const contentLimits = {
  title: { min: 1, max: 255 },
  summary: { min: 0, max: 2000 },
  /** Maximum size of a Markdown document, in bytes of UTF-8. */
  markdownBytes: 10 * 1024 * 1024,
} as const;

/** The HTML of a content and the outline of that HTML. */
export type ContentBody = Pick<Content, 'contentHtml' | keyof Outline>;

/** Makes the body of a content from converted Markdown. */
export const renderedBody = ({ html, toc, excerpt, readingMinutes }: Rendered): ContentBody => ({
  contentHtml: html,
  toc,
  excerpt,
  readingMinutes,
});

/** Makes the body of a content from HTML that a client supplied, or from null. The outline is empty. */
export const suppliedBody = (contentHtml: Content['contentHtml']): ContentBody => ({
  contentHtml,
  toc: [],
  excerpt: null,
  readingMinutes: null,
});

/** Whether contents of this type are converted from Markdown. */
export const isMarkdown = (editorType: EditorType): boolean => editorType !== 'RICHTEXT';

/** An action that changes the status of a content. */
export type ContentStatusAction = 'publish' | 'unpublish' | 'archive';

/** The new status for each action and each current status; undefined if the action is refused. */
const moves: Record<ContentStatusAction, Record<ContentStatus, ContentStatus | undefined>> = {
  publish: { DRAFT: 'PUBLISHED', PUBLISHED: 'PUBLISHED', ARCHIVED: 'PUBLISHED' },
  unpublish: { DRAFT: 'DRAFT', PUBLISHED: 'DRAFT', ARCHIVED: undefined },
  archive: { DRAFT: 'ARCHIVED', PUBLISHED: 'ARCHIVED', ARCHIVED: 'ARCHIVED' },
};

/** Returns the schedule after an action. Publishing clears `publishAt`. The other actions clear both times. */
const scheduleAfter = (move: ContentStatusAction, { unpublishAt }: Schedule): Schedule =>
  move === 'publish' ? { publishAt: null, unpublishAt } : noSchedule;

/**
 * Returns the content after it was published, unpublished or archived. If neither the status nor the schedule changes,
 * nothing changes, not even `updatedAt`. The first publication sets `publishedAt`.
 * @throws {BusinessError} content-move-refused
 */
export function afterStatusAction<C extends Content>(content: C, move: ContentStatusAction, at: Date): C {
  const status = moves[move][content.status];
  if (status === undefined) {
    throw new BusinessError('content-move-refused', `Content that is ${content.status} cannot be changed this way.`);
  }
  const schedule = scheduleAfter(move, content);
  const { publishAt, unpublishAt } = content;
  const isUnchanged = publishAt === schedule.publishAt && unpublishAt === schedule.unpublishAt;
  if (status === content.status && isUnchanged) return content;
  const publishedAt = status === 'PUBLISHED' ? (content.publishedAt ?? at) : content.publishedAt;
  return { ...content, ...schedule, status, publishedAt, updatedAt: at };
}

/** Returns a removed content as it is after its recovery: as a draft if it was public. Its schedule has ended already. */
export const recovered = (
  { removedAt: _at, removedBy: _by, ...content }: RemovedContent,
  slug: string,
  at: Date,
): Content => ({ ...content, slug, status: content.status === 'PUBLISHED' ? 'DRAFT' : content.status, updatedAt: at });

/**
 * Recorded in place of a text that may be too long for an event. Two texts are equal if their fingerprints are equal.
 */
export interface Fingerprint {
  /** SHA-256 of the UTF-8 bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** Number of UTF-8 bytes. */
  readonly length: number;
}

/** A content as events record it: with fingerprints in place of its bodies. */
export interface RecordedContent
  extends Pick<
    Content,
    | 'title'
    | 'slug'
    | 'summary'
    | 'editorType'
    | 'categoryId'
    | 'coverId'
    | 'authorId'
    | 'status'
    | 'publishedAt'
    | keyof Schedule
  > {
  readonly contentMd: Fingerprint | null;
  readonly contentHtml: Fingerprint | null;
  readonly contentRaw: Fingerprint | null;
  readonly tagIds: readonly TagId[];
}

const recorded = recordedFields<RecordedContent>()(
  'title',
  'slug',
  'summary',
  'editorType',
  'categoryId',
  'coverId',
  'authorId',
  'status',
  'publishedAt',
  'publishAt',
  'unpublishAt',
  'contentMd',
  'contentHtml',
  'contentRaw',
  'tagIds',
);

/** The events of contents. */
export const contentEvents = {
  created: builtInEvent(contentSubject, 'content.created', recorded),
  updated: builtInEvent(contentSubject, 'content.updated', recorded),
  published: builtInEvent(contentSubject, 'content.published', recorded),
  unpublished: builtInEvent(contentSubject, 'content.unpublished', recorded),
  archived: builtInEvent(contentSubject, 'content.archived', recorded),
  deleted: builtInEvent(contentSubject, 'content.deleted', ofDeletion(recorded)),
  recovered: builtInEvent(contentSubject, 'content.recovered', evenUnchanged(recorded)),
  purged: builtInEvent(contentSubject, 'content.purged', recordedFields<Content>()()),
  restored: builtInEvent(contentSubject, 'content.restored', recorded),
  scheduled: builtInEvent(contentSubject, 'content.scheduled', recorded),
};

import { BusinessError } from './errors.ts';
import type { CategoryId, ContentId, TagId, UserId } from './ids.ts';
import { slugRule } from './slug.ts';
import type { Utf8Text } from './text.ts';

/** How a content is written: Markdown typed or uploaded, or HTML from an editor. */
export type EditorType = 'MARKDOWN' | 'UPLOAD' | 'RICHTEXT';
export const editorTypes: readonly EditorType[] = ['MARKDOWN', 'UPLOAD', 'RICHTEXT'];

export type ContentStatus = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
export const contentStatuses: readonly ContentStatus[] = ['DRAFT', 'PUBLISHED', 'ARCHIVED'];

/** What an author writes of a content. */
export interface ContentFields {
  readonly title: string;
  readonly slug: string;
  readonly summary: string | null;
  readonly editorType: EditorType;
  readonly contentMd: string | null;
  readonly contentHtml: string | null;
  readonly contentRaw: string | null;
  readonly categoryId: CategoryId | null;
}

/** A heading of a document, with those below it. */
export interface TocEntry {
  /** As the heading carries it in the HTML. */
  readonly id: string;
  readonly text: string;
  /** 1 to 6. */
  readonly level: number;
  readonly children: readonly TocEntry[];
}

/** What readers see of a document before they read it; nothing where it is not converted from Markdown. */
export interface Outline {
  readonly toc: readonly TocEntry[];
  /** The first paragraph as text, at most 200 characters. */
  readonly excerpt: string | null;
  readonly readingMinutes: number | null;
}

/** A Markdown document, converted. */
export interface Rendered extends Outline {
  readonly html: string | Utf8Text;
  /** Empty where no paragraph holds text. */
  readonly excerpt: string;
  /** At least 1: 200 words, or 400 Chinese or Japanese characters, a minute. */
  readonly readingMinutes: number;
}

export interface Content extends Omit<ContentFields, 'contentHtml'>, Outline {
  readonly id: ContentId;
  readonly contentHtml: string | Utf8Text | null;
  readonly status: ContentStatus;
  /** When it was first published; null before. */
  readonly publishedAt: Date | null;
  readonly authorId: UserId | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A content as it is answered. */
export interface ContentView extends Content {
  readonly tagIds: readonly TagId[];
}

export const contentLimits = {
  title: { min: 1, max: 255 },
  slug: slugRule,
  summary: { min: 0, max: 2000 },
  /** Largest Markdown document, in bytes of UTF-8. */
  markdownBytes: 10 * 1024 * 1024,
} as const;

/** The HTML of a content, with the outline that belongs to it. */
export type ContentBody = Pick<Content, 'contentHtml' | keyof Outline>;

/** A body that comes from Markdown. */
export const renderedBody = ({ html, toc, excerpt, readingMinutes }: Rendered): ContentBody => ({
  contentHtml: html,
  toc,
  excerpt,
  readingMinutes,
});

/** A body that was supplied as it is, or is not there. */
export const suppliedBody = (contentHtml: Content['contentHtml']): ContentBody => ({
  contentHtml,
  toc: [],
  excerpt: null,
  readingMinutes: null,
});

/** Whether contents of this type are converted from Markdown. */
export const isMarkdown = (editorType: EditorType): boolean => editorType !== 'RICHTEXT';

export type ContentMove = 'publish' | 'unpublish' | 'archive';

/** The content life cycle: where each move leads from each state; undefined where it is refused. */
const moves: Record<ContentMove, Record<ContentStatus, ContentStatus | undefined>> = {
  publish: { DRAFT: 'PUBLISHED', PUBLISHED: 'PUBLISHED', ARCHIVED: 'PUBLISHED' },
  unpublish: { DRAFT: 'DRAFT', PUBLISHED: 'DRAFT', ARCHIVED: undefined },
  archive: { DRAFT: 'ARCHIVED', PUBLISHED: 'ARCHIVED', ARCHIVED: 'ARCHIVED' },
};

/**
 * Moves a content; the same state again changes nothing. The first publication sets `publishedAt`.
 * @throws {BusinessError} content-move-refused
 */
export function afterMove<C extends Content>(content: C, move: ContentMove, at: Date): C {
  const status = moves[move][content.status];
  if (status === undefined) {
    throw new BusinessError('content-move-refused', `Content that is ${content.status} cannot be changed this way.`);
  }
  if (status === content.status) return content;
  const publishedAt = status === 'PUBLISHED' ? (content.publishedAt ?? at) : content.publishedAt;
  return { ...content, status, publishedAt, updatedAt: at };
}

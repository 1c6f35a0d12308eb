import type { ExportedContent } from '@portcullis/application/internal/ports/imports';
import type { ContentFields } from '@portcullis/domain/internal/contents/content';
import type { ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { stringify } from 'yaml';

/** The fields of a content in the form that an import reads. Times are in ISO 8601. */
export interface ContentFieldsOfFile
  extends Omit<ContentFields, 'categoryId' | 'coverId'>,
    Pick<ExportedContent, 'sourceId' | 'author' | 'tags' | 'category'> {
  /** Null for Markdown, whose HTML an import converts again. */
  readonly contentHtml: string | null;
  readonly status: ContentStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
  /** The address of the picture. */
  readonly cover: string | null;
}

/** A content that is written to a file. */
export interface ContentOfFile {
  readonly id: string;
  readonly authorEmail: string | null;
  readonly fields: ContentFieldsOfFile;
  /** Reads the HTML of the content, also of one in Markdown. */
  readonly html: () => Promise<string>;
}

/** Leaves out the fields that are null or an empty list, which is how an import reads missing fields. */
export const withoutEmpty = (fields: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

/** Returns a line of NDJSON. Fields without a value are left out. */
export const lineOfContent = (fields: ContentFieldsOfFile): string => `${JSON.stringify(withoutEmpty(fields))}\n`;

/** Returns a Markdown file with front matter. */
export function fileOfContent({ contentMd, ...fields }: ContentFieldsOfFile): string {
  const head = { ...withoutEmpty(fields), ...(contentMd === null && { contentMd }) };
  return `---\n${stringify(head, { lineWidth: 0 })}---\n${contentMd ?? ''}`;
}

/** Maximum number of bytes of a file name. */
const maxName = 200;

/** Returns the name of the file of a content: its slug, or its id if the slug is too long. */
export function fileNameOf(slug: string, id: string): string {
  const name = encodeURIComponent(slug).replaceAll('%', '_');
  return `${name.length > maxName || name !== slug ? id : slug}.md`;
}

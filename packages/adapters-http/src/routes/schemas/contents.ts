import type { ContentListItem, ContentPreview, LongField, ReadContent } from '@portcullis/application';
import { contentStatuses, editorTypes, type TocEntry, type Utf8Text } from '@portcullis/domain';
import {
  explained,
  uuid,
  listOf,
  moment,
  named,
  nullable,
  object,
  oneOf,
  text,
  type Fields,
  type JsonSchema,
  type Schema,
} from '../../validation/schema.ts';

const tocEntrySchema: Schema<TocEntry> = named('TocEntry', () =>
  object<TocEntry>({
    id: explained(text, 'As the heading carries it in the HTML.'),
    text,
    level: { type: 'integer', minimum: 1, maximum: 6 },
    children: listOf(tocEntrySchema),
  }),
);

const itemFields: Fields<ContentListItem> = {
  id: uuid(),
  title: text,
  slug: text,
  summary: nullable(text),
  editorType: oneOf(editorTypes),
  categoryId: nullable(uuid()),
  tagIds: listOf(uuid()),
  status: oneOf(contentStatuses),
  publishedAt: explained(nullable(moment), 'When it was first published.'),
  authorId: nullable(uuid()),
  excerpt: explained(nullable(text), 'The first paragraph as text.'),
  readingMinutes: nullable({ type: 'integer', minimum: 0 }),
  createdAt: moment,
  updatedAt: moment,
};

/** A content without its bodies, as lists answer it. */
export const contentListItemSchema = named('ContentListItem', () => object<ContentListItem>(itemFields));

/** A content that was read, or has just been written. */
type AnyContent = Omit<ReadContent, 'contentHtml'> & {
  readonly contentHtml: ReadContent['contentHtml'] | Utf8Text;
};

/** The same on the wire, whether or not it is long. */
const maybeLong = <T, Long = LongField>(schema: Schema<T>): Schema<T | Long> => {
  const { ...same }: JsonSchema = schema;
  return same;
};

/** A content with its texts (docs/interface.md §2.7). */
export const contentSchema = named('Content', () =>
  object<AnyContent>({
    ...itemFields,
    contentMd: maybeLong(nullable(text)),
    contentHtml: maybeLong<string | null, LongField | Utf8Text>(
      explained(nullable(text), 'Made from `contentMd` for MARKDOWN and UPLOAD, as supplied for RICHTEXT.'),
    ),
    contentRaw: maybeLong(nullable(text)),
    toc: maybeLong(explained(listOf(tocEntrySchema), 'The headings of the document.')),
  }),
);

/** A document as a content with it would be answered. */
export const contentPreviewSchema = named('ContentPreview', () =>
  object<ContentPreview>({
    contentHtml: maybeLong<string, Utf8Text>(text),
    toc: explained(listOf(tocEntrySchema), 'The headings of the document.'),
    excerpt: explained(text, 'The first paragraph as text.'),
    readingMinutes: { type: 'integer', minimum: 1 },
  }),
);

import type { ContentListItem, ContentPreview, LongField, ReadContent } from '@portcullis/application';
import { contentLimits, contentStatuses, editorTypes, type TocEntry, type Utf8Text } from '@portcullis/domain';
import {
  flag,
  withDescription,
  uuid,
  listOf,
  timestamp,
  named,
  nullable,
  object,
  oneOf,
  text,
  versioned,
  type Fields,
  type JsonSchema,
  type Schema,
} from '../../validation/schema.ts';
import { slug } from './slug.ts';

const tocEntrySchema: Schema<TocEntry> = named('TocEntry', () =>
  object<TocEntry>({
    id: withDescription(text, 'The `id` of the heading in the HTML, to link to it.'),
    text: withDescription(text, 'The text of the heading.'),
    level: { type: 'integer', minimum: 1, maximum: 6, description: 'The level of the heading, 1 to 6.' },
    children: withDescription(listOf(tocEntrySchema), 'The headings below this one.'),
  }),
);

/** The fields of a list item. */
export const contentItemFields: Fields<ContentListItem> = {
  id: withDescription(uuid(), 'The id of the content.'),
  title: withDescription(text, 'The title.'),
  slug: withDescription(text, slug),
  summary: withDescription(nullable(text), 'A summary for lists.'),
  editorType: withDescription(
    oneOf(editorTypes),
    'MARKDOWN (default): Markdown from an editor, UPLOAD: Markdown from a file, RICHTEXT: HTML.',
  ),
  categoryId: withDescription(nullable(uuid()), 'The id of the category.'),
  tagIds: withDescription(listOf(uuid()), 'The ids of the tags.'),
  status: withDescription(oneOf(contentStatuses), 'Only contents that are PUBLISHED are public.'),
  publishedAt: withDescription(nullable(timestamp), 'When it was first published, in UTC; null before.'),
  publishAt: withDescription(nullable(timestamp), 'When it will be published, in UTC; null if it is not scheduled.'),
  unpublishAt: withDescription(nullable(timestamp), 'When it will be withdrawn, in UTC; null if it is not scheduled.'),
  authorId: withDescription(nullable(uuid()), 'The id of the user who created it; null if that user was deleted.'),
  excerpt: withDescription(
    nullable(text),
    'The first paragraph as text, at most 200 characters; null without Markdown.',
  ),
  readingMinutes: withDescription(
    nullable({ type: 'integer', minimum: 1 }),
    'The time to read it, in minutes: 200 words, or 400 Chinese or Japanese characters, a minute; null without Markdown.',
  ),
  ...versioned,
};

const markdown = `The Markdown source of MARKDOWN and UPLOAD, at most ${contentLimits.markdownBytes / 1024 / 1024} MB.`;
const html = 'The HTML: converted from `contentMd` for MARKDOWN and UPLOAD, as it was sent for RICHTEXT.';
const raw = 'The own format of the editor for RICHTEXT, to edit the content again.';

/** The fields of a content: the fields of its list item, and its texts. Request classes use the descriptions of these fields. */
export const contentFields = {
  ...contentItemFields,
  contentMd: withDescription(nullable(text), markdown),
  contentHtml: withDescription(nullable(text), html),
  contentRaw: withDescription(nullable(text), raw),
};

/** A content without its texts, as lists return it. */
export const contentListItemSchema = named('ContentListItem', () => object<ContentListItem>(contentItemFields));

/** A content that was read or written. After a write, its HTML may be a `Utf8Text`. */
type AnyContent = Omit<ReadContent, 'contentHtml'> & {
  readonly contentHtml: ReadContent['contentHtml'] | Utf8Text;
};

/** Returns the same schema with a type that also allows a long field. A long field is sent in pieces, but its JSON is the same. */
const maybeLong = <T, Long = LongField>(schema: Schema<T>): Schema<T | Long> => {
  const { ...same }: JsonSchema = schema;
  return same;
};

/** The texts of a content. */
export const contentTexts = {
  contentMd: maybeLong(contentFields.contentMd),
  contentHtml: maybeLong<string | null, LongField | Utf8Text>(contentFields.contentHtml),
  contentRaw: maybeLong(contentFields.contentRaw),
  toc: maybeLong(withDescription(listOf(tocEntrySchema), 'The headings as a tree; empty without Markdown.')),
};

/** A content with its texts (docs/interface.md §2.7). */
export const contentSchema = named('Content', () => object<AnyContent>({ ...contentItemFields, ...contentTexts }));

const hasDraft = withDescription(flag, 'Whether the content has a working copy; only for ADMIN and MODERATOR.');

/** A content as it is read by its id. For editors, it also says whether a working copy exists. */
export const readContentSchema: Schema<AnyContent & { readonly hasDraft?: boolean }> = named('ReadContent', () => {
  const fields = { ...contentItemFields, ...contentTexts };
  return { ...object<AnyContent>(fields), properties: { ...fields, hasDraft } };
});

/** The converted Markdown of a preview. */
export const contentPreviewSchema = named('ContentPreview', () =>
  object<ContentPreview>({
    contentHtml: maybeLong<string, Utf8Text>(withDescription(text, 'The converted HTML.')),
    toc: withDescription(listOf(tocEntrySchema), 'The headings as a tree.'),
    excerpt: withDescription(text, 'The first paragraph as text, at most 200 characters.'),
    readingMinutes: { type: 'integer', minimum: 1, description: 'The time to read it, in minutes.' },
  }),
);

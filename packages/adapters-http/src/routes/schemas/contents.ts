import type { ContentPreview } from '@portcullis/application/internal/contents/content-body';
import type { CreatedPreviewLink } from '@portcullis/application/internal/contents/preview-links';
import type {
  ContentListItem,
  LongField,
  ContentWithLongFields,
  EditorFacts,
} from '@portcullis/application/internal/ports/contents';
import type { ListedPreviewLink } from '@portcullis/application/internal/contents/preview-links';
import type { WorkingCopyWithLongFields } from '@portcullis/application/internal/ports/working-copies';
import { contentLimits, editorTypes, type TocEntry } from '@portcullis/domain/internal/contents/content';
import type { PreviewLinkId } from '@portcullis/domain/internal/contents/preview-link';
import { contentStatuses } from '@portcullis/domain/internal/contents/schedule';
import { slugRule } from '@portcullis/domain/internal/names/slug';
import type { Utf8Text } from '@portcullis/domain/internal/names/text';
import { editedFields } from '@portcullis/domain/internal/contents/working-copy';
import type { Shown } from '../../responses/content-covers.ts';
import { Ids } from '../../validation/fields.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields, Schema } from '../../validation/schema.ts';
import { acceptedBy } from '../../validation/json-schema.ts';
import { alsoTyped, listItemSchema } from './list-items.ts';
import { coverSchema } from './media.ts';

/** The slug of a category, a tag or a content. */
export const slugSchema: Schema<string> = schema.withDescription(
  schema.textOf(slugRule),
  'The unique name in URLs.',
  'If it is missing, it is created from the title or name. If the created slug is taken, `-2`, `-3` and so on is appended.',
);

const tocEntrySchema: Schema<TocEntry> = schema.named('TocEntry', () =>
  schema.object<TocEntry>({
    id: schema.withDescription(schema.text, 'The `id` of the heading in the HTML, for links to the heading.'),
    text: schema.withDescription(schema.text, 'The text of the heading.'),
    level: { type: 'integer', minimum: 1, maximum: 6, description: 'The level of the heading, 1 to 6.' },
    children: schema.withDescription(schema.listOf(tocEntrySchema), 'The headings below this one.'),
  }),
);

/** The fields of a content in a list. */
export const contentItemFields: Fields<Shown<ContentListItem>> = {
  id: schema.withDescription(schema.uuid(), 'The id of the content.'),
  title: schema.withDescription(schema.textOf(contentLimits.title), 'The title.'),
  slug: slugSchema,
  summary: schema.withDescription(
    schema.nullable(schema.multiLineTextOf(contentLimits.summary)),
    'A summary for lists.',
  ),
  editorType: schema.withDescription(
    schema.oneOf(editorTypes),
    'MARKDOWN: Markdown from an editor. UPLOAD: Markdown from a file. RICHTEXT: HTML.',
    'Default: MARKDOWN.',
  ),
  categoryId: schema.withDescription(schema.nullable(schema.uuid()), 'The id of the category.'),
  coverId: schema.withDescription(
    schema.nullable(schema.uuid()),
    'The id of the picture that lists show beside the content.',
  ),
  cover: schema.withDescription(
    schema.nullable(coverSchema),
    'The picture; null if there is none, or if it was deleted.',
  ),
  tagIds: schema.withDescription({ ...schema.listOf(schema.uuid()), [acceptedBy]: Ids() }, 'The ids of the tags.'),
  status: schema.withDescription(schema.oneOf(contentStatuses), 'The status. Only PUBLISHED contents are public.'),
  publishedAt: schema.withDescription(
    schema.nullable(schema.timestamp),
    'When the content was first published, in UTC; null before its first publication.',
  ),
  publishAt: schema.withDescription(
    schema.nullable(schema.timestamp),
    'When the content will be published, in UTC; null if no publication is scheduled.',
  ),
  unpublishAt: schema.withDescription(
    schema.nullable(schema.timestamp),
    'When the content will be withdrawn, in UTC; null if no withdrawal is scheduled.',
  ),
  authorId: schema.withDescription(
    schema.nullable(schema.uuid()),
    'The id of the user who created the content; null if this user was deleted.',
  ),
  excerpt: schema.withDescription(
    schema.nullable(schema.text),
    'The first paragraph as text, at most 200 characters; null if the HTML was not converted from Markdown.',
  ),
  readingMinutes: schema.withDescription(
    schema.nullable(schema.integerFrom(1)),
    'The reading time in minutes, at 200 words or 400 Chinese or Japanese characters per minute, rounded up; null if the HTML was not converted from Markdown.',
  ),
  ...schema.versioned,
};

const markdown = `The Markdown source of MARKDOWN and UPLOAD, at most ${contentLimits.markdownBytes / 1024 / 1024} MB.`;
const html =
  'The HTML. For MARKDOWN and UPLOAD, it is converted from `contentMd`, and a value in a request is ignored; for RICHTEXT, it is stored exactly as sent.';
const raw = 'For RICHTEXT, the text in the format of the editor, for editing the content again.';

/**
 * The fields of a content in a list, and the texts of a content. Request classes use the descriptions of these fields.
 */
export const contentFields = {
  ...contentItemFields,
  contentMd: schema.withDescription(schema.nullable(schema.text), markdown),
  contentHtml: schema.withDescription(schema.nullable(schema.text), html),
  contentRaw: schema.withDescription(schema.nullable(schema.text), raw),
};

/** A content that was read or written. After a write, its HTML may be a `Utf8Text`. */
type AnyContent = Omit<Shown<ContentWithLongFields>, 'contentHtml'> & {
  readonly contentHtml: ContentWithLongFields['contentHtml'] | Utf8Text;
};

/** A content in a list, without its texts. */
export const contentListItemSchema = listItemSchema<Shown<ContentListItem>>('ContentListItem', contentItemFields);

/** The fields of a content that a list omits. Each of them can be a `LongField`. */
const contentTexts = {
  contentMd: alsoTyped(contentFields.contentMd),
  contentHtml: alsoTyped<string | null, LongField | Utf8Text>(contentFields.contentHtml),
  contentRaw: alsoTyped(contentFields.contentRaw),
  toc: alsoTyped(
    schema.withDescription(
      schema.listOf(tocEntrySchema),
      'The headings as a tree: at most 1,000, without headings of more than 1,000 characters. Empty if the HTML was not converted from Markdown.',
    ),
  ),
};

/** A content with its texts (docs/interface.md §2.7). */
export const contentSchema = schema.namedObject<AnyContent>('Content', { ...contentItemFields, ...contentTexts });

const editorFacts: Fields<EditorFacts> = {
  hasDraft: schema.withDescription(
    schema.flag,
    'Whether the content has a working copy. Present only for callers who see drafts.',
  ),
  brokenMedia: schema.withDescription(
    schema.listOf(schema.uuid()),
    'The ids of files in the texts and in `coverId` that do not exist, at most 100. Present only for callers who see drafts.',
  ),
};

/** A content that was read by its id, with what only editors learn. */
export const contentByIdSchema = schema.named('ReadContent', () =>
  schema.objectWith<AnyContent, EditorFacts>({ ...contentItemFields, ...contentTexts }, editorFacts),
);

/** The converted Markdown of a preview. */
export const contentPreviewSchema = schema.namedObject<ContentPreview>('ContentPreview', {
  contentHtml: alsoTyped<string, Utf8Text>(schema.withDescription(schema.text, 'The converted HTML.')),
  toc: schema.withDescription(schema.listOf(tocEntrySchema), 'The headings as a tree.'),
  excerpt: schema.withDescription(schema.text, 'The first paragraph as text, at most 200 characters.'),
  readingMinutes: { type: 'integer', minimum: 1, description: 'The time to read it, in minutes.' },
});

/** A working copy that was read or written. After a write, its HTML may be a `Utf8Text`. */
type AnyWorkingCopy = Omit<Shown<WorkingCopyWithLongFields>, 'contentHtml'> & {
  readonly contentHtml: string | LongField | Utf8Text | null;
};

/** A working copy of a content. */
export const workingCopySchema: Schema<AnyWorkingCopy> = schema.namedObject<AnyWorkingCopy>('WorkingCopy', {
  ...schema.pick(contentItemFields, 'id', 'title', 'slug', 'summary', 'editorType'),
  ...contentTexts,
  ...schema.pick(contentItemFields, 'excerpt', 'readingMinutes', 'categoryId', 'coverId', 'cover', 'tagIds'),
  version: schema.withDescription(
    schema.integerFrom(1),
    'The version of the working copy, which starts at 1 and increases by 1 with each change. It is the ETag.',
  ),
  baseVersion: schema.withDescription(
    schema.integerFrom(1),
    'The version of the content when the working copy was created.',
  ),
  changedFields: schema.withDescription(
    schema.listOf(schema.oneOf(editedFields)),
    'The fields that the working copy sets.',
  ),
  authorId: schema.withDescription(
    schema.nullable(schema.uuid()),
    'The id of the user who last changed the working copy.',
  ),
  createdAt: schema.withDescription(schema.timestamp, 'When the working copy was created, in UTC.'),
  updatedAt: schema.withDescription(schema.timestamp, 'When the working copy was last changed, in UTC.'),
});

const linkId = schema.withDescription(schema.uuid<PreviewLinkId>(), 'The id of the link.');
const expiresAt = schema.withDescription(schema.timestamp, 'When the link stops working, in UTC.');

/** A preview link in a list. */
export const previewLinkSchema = schema.namedObject<ListedPreviewLink>('PreviewLink', {
  id: linkId,
  contentId: schema.withDescription(schema.uuid(), 'The id of the content.'),
  authorId: schema.withDescription(schema.nullable(schema.uuid()), 'The id of the user who created the link.'),
  createdAt: schema.withDescription(schema.timestamp, 'When the link was created, in UTC.'),
  expiresAt,
  state: schema.withDescription(
    schema.oneOf(['active', 'ended']),
    '`ended` if the link shows nothing now, because its author is disabled or deleted, or may not read the content.',
  ),
});

/** A new preview link with its token. */
export const createdPreviewLinkSchema = schema.namedObject<CreatedPreviewLink>('CreatedPreviewLink', {
  id: linkId,
  token: schema.withDescription(
    schema.text,
    'The token for `GET /api/previews/:token`. Only this response contains the token.',
  ),
  expiresAt,
});

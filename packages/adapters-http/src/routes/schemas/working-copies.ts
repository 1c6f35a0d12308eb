import type {
  CreatedPreviewLink,
  LongField,
  PreviewLinkView,
  WorkingCopyWithLongFields,
} from '@portcullis/application';
import { editedFields, type Utf8Text } from '@portcullis/domain';
import {
  integerFrom,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid,
  withDescription,
  type Schema,
} from '../../validation/schema.ts';
import { contentFields, contentTexts } from './contents.ts';

/** A working copy that was read or written. After a write, its HTML may be a `Utf8Text`. */
type AnyWorkingCopy = Omit<WorkingCopyWithLongFields, 'contentHtml'> & {
  readonly contentHtml: string | LongField | Utf8Text | null;
};

/** A working copy of a content. */
export const workingCopySchema: Schema<AnyWorkingCopy> = named('WorkingCopy', () =>
  object<AnyWorkingCopy>({
    id: contentFields.id,
    title: contentFields.title,
    slug: contentFields.slug,
    summary: contentFields.summary,
    editorType: contentFields.editorType,
    ...contentTexts,
    excerpt: contentFields.excerpt,
    readingMinutes: contentFields.readingMinutes,
    categoryId: contentFields.categoryId,
    tagIds: contentFields.tagIds,
    baseVersion: withDescription(integerFrom(1), 'The version of the content when the working copy was created.'),
    changedFields: withDescription(listOf(oneOf(editedFields)), 'The fields that the working copy sets.'),
    authorId: withDescription(nullable(uuid()), 'The id of the user who last changed the working copy.'),
    createdAt: withDescription(timestamp, 'When the working copy was created, in UTC.'),
    updatedAt: withDescription(timestamp, 'When the working copy was last changed, in UTC.'),
  }),
);

const linkId: PreviewLinkFields['id'] = withDescription(uuid(), 'The id of the link.');
const expiresAt = withDescription(timestamp, 'When the link stops working, in UTC.');

type PreviewLinkFields = { readonly [Name in keyof PreviewLinkView]: Schema<PreviewLinkView[Name]> };

/** A preview link in a list. */
export const previewLinkSchema = named('PreviewLink', () =>
  object<PreviewLinkView>({
    id: linkId,
    contentId: withDescription(uuid(), 'The id of the content.'),
    authorId: withDescription(nullable(uuid()), 'The id of the user who created the link.'),
    createdAt: withDescription(timestamp, 'When the link was created, in UTC.'),
    expiresAt,
  }),
);

/** A new preview link with its token. */
export const createdPreviewLinkSchema = named('CreatedPreviewLink', () =>
  object<CreatedPreviewLink>({
    id: linkId,
    token: withDescription(text, 'The token for `GET /api/previews/:token`. Only this response contains the token.'),
    expiresAt,
  }),
);

import type { FieldChange, Hunk, LongField, ReadRevision, RevisionComparison } from '@portcullis/application';
import { revisedFields, revisionKinds, type Revision } from '@portcullis/domain';
import {
  flag,
  integer,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid,
  withDescription,
  type Fields,
  type JsonSchema,
  type Schema,
} from '../../validation/schema.ts';
import { contentFields } from './contents.ts';

const version: Schema<number> = { ...integer, minimum: 1 };

const revisionFields: Fields<Revision> = {
  contentId: withDescription(uuid(), 'The id of the content.'),
  version: withDescription(version, 'The version of the content that the write made.'),
  kind: withDescription(oneOf(revisionKinds), 'The kind of the write.'),
  authorId: withDescription(
    nullable(uuid()),
    'The id of the user who made the write; null for the service itself, and for versions that no request to this release made.',
  ),
  createdAt: withDescription(timestamp, 'When the write was made, in UTC.'),
  changedFields: withDescription(listOf(oneOf(revisedFields)), 'The fields that differ from the version before.'),
  bytes: withDescription({ ...integer, minimum: 0 }, 'Size of the texts that the revision keeps, in bytes of UTF-8.'),
};

/** A revision as lists contain it. */
export const revisionSchema = named('Revision', () => object<Revision>(revisionFields));

const maybeLong = (schema: Schema<string | null>, description: string): Schema<string | LongField | null> => {
  const { ...same }: JsonSchema = { ...schema, description };
  return same;
};

/** A revision with the content as it was at that version. */
export const readRevisionSchema = named('RevisionContent', () =>
  object<ReadRevision>({
    ...revisionFields,
    title: contentFields.title,
    slug: contentFields.slug,
    summary: contentFields.summary,
    editorType: contentFields.editorType,
    contentMd: maybeLong(nullable(text), 'The Markdown source as it was.'),
    contentHtml: maybeLong(nullable(text), 'The HTML as it was; null if it was converted from `contentMd`.'),
    contentRaw: maybeLong(nullable(text), 'The own format of the editor as it was.'),
    categoryId: contentFields.categoryId,
    tagIds: contentFields.tagIds,
    status: contentFields.status,
    publishedAt: contentFields.publishedAt,
  }),
);

const hunkSchema = named('Hunk', () =>
  object<Hunk>({
    oldStart: withDescription(integer, 'The number of its first line in the version before; the first line is 1.'),
    newStart: withDescription(integer, 'The number of its first line in the version after.'),
    lines: withDescription(
      listOf(
        object<Hunk['lines'][number]>({
          op: withDescription(oneOf([' ', '+', '-']), 'A line of both versions, a new line, or a removed line.'),
          text: withDescription(text, 'The line without its line break.'),
        }),
      ),
      'The lines that differ, with up to three lines around them.',
    ),
  }),
);

const value = (description: string): Schema<FieldChange['before']> => ({
  anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: { type: 'string' } }],
  description,
});

/** The comparison of two revisions. */
export const revisionComparisonSchema = named('RevisionComparison', () =>
  object<RevisionComparison>({
    from: withDescription(version, 'The version before.'),
    to: withDescription(version, 'The version after.'),
    changes: withDescription(
      listOf(
        object<FieldChange>({
          field: withDescription(oneOf(revisedFields), 'The name of the field.'),
          before: value('The value before; null for `contentMd`, `contentHtml` and `contentRaw`.'),
          after: value('The value after; null for `contentMd`, `contentHtml` and `contentRaw`.'),
          hunks: withDescription(
            nullable(listOf(hunkSchema)),
            'The differing lines of `contentMd`, `contentHtml` and `contentRaw`; null for other fields, and if `truncated`.',
          ),
          truncated: withDescription(
            flag,
            'Whether the texts are too large to be compared by lines: over 1 MB or 2 s.',
          ),
        }),
      ),
      'The fields that differ.',
    ),
  }),
);

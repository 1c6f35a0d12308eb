import type { FieldChange, RevisionComparison } from '@portcullis/application/internal/contents/compare-revisions';
import type { ListedRevision, RevisionWithLongFields } from '@portcullis/application/internal/ports/revisions';
import type { Hunk } from '@portcullis/application/internal/ports/system';
import { revisedFields, revisionKinds, type Revision } from '@portcullis/domain/internal/contents/revision';
import * as schema from '../../validation/schema.ts';
import type { Fields, Schema } from '../../validation/schema.ts';
import { contentItemFields } from './contents.ts';
import { alsoTyped } from './list-items.ts';

const version = schema.integerFrom(1);

const revisionFields: Fields<Revision> = {
  contentId: schema.withDescription(schema.uuid(), 'The id of the content.'),
  version: schema.withDescription(version, 'The version of the content that the write created.'),
  kind: schema.withDescription(schema.oneOf(revisionKinds), 'The kind of the write.'),
  authorId: schema.withDescription(
    schema.nullable(schema.uuid()),
    'The id of the user who made the write. Null if the service made the write, or if a tag or the author was deleted.',
  ),
  createdAt: schema.withDescription(schema.timestamp, 'When the write was made, in UTC.'),
  changedFields: schema.withDescription(
    schema.listOf(schema.oneOf(revisedFields)),
    'The fields that differ from the previous version. Empty for the first revision, and for a revision that was added later.',
  ),
  bytes: schema.withDescription(schema.count, 'Size of the texts that the revision stores, in bytes of UTF-8.'),
};

/** A revision (a stored version of a content) in a list. */
export const revisionSchema = schema.namedObject<ListedRevision>('Revision', {
  ...revisionFields,
  authorName: schema.withDescription(
    schema.nullable(schema.text),
    'The user name of the author. Null if there is no author, or if the account was deleted.',
  ),
});

const optionalText = schema.nullable(schema.text);

/** A revision, with the content as it was in this revision. */
export const revisionContentSchema = schema.namedObject<RevisionWithLongFields>('RevisionContent', {
  ...revisionFields,
  ...schema.pick(contentItemFields, 'title', 'slug', 'summary', 'editorType'),
  contentMd: alsoTyped(schema.withDescription(optionalText, 'The Markdown source at that version.')),
  contentHtml: alsoTyped(
    schema.withDescription(optionalText, 'The HTML at that version; null if the HTML was converted from `contentMd`.'),
  ),
  contentRaw: alsoTyped(schema.withDescription(optionalText, 'The text in the format of the editor, at that version.')),
  ...schema.pick(contentItemFields, 'categoryId', 'coverId', 'tagIds', 'status', 'publishedAt'),
});

const hunkSchema = schema.namedObject<Hunk>('Hunk', {
  oldStart: schema.withDescription(
    schema.integerFrom(1),
    'The number of the first line of the hunk in the old version, counted from 1.',
  ),
  newStart: schema.withDescription(
    schema.integerFrom(1),
    'The number of the first line of the hunk in the new version, counted from 1.',
  ),
  lines: schema.withDescription(
    schema.listOf(
      schema.object<Hunk['lines'][number]>({
        op: schema.withDescription(
          schema.oneOf([' ', '+', '-']),
          'A space marks a line of both versions, `+` a new line, and `-` a removed line.',
        ),
        text: schema.withDescription(schema.text, 'The line without its line break.'),
      }),
    ),
    'The lines that differ, with up to three equal lines before and after them.',
  ),
});

const value = (description: string): Schema<FieldChange['before']> => ({
  anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: { type: 'string' } }],
  description,
});

export const revisionComparisonSchema = schema.namedObject<RevisionComparison>('RevisionComparison', {
  from: schema.withDescription(version, 'The old version.'),
  to: schema.withDescription(version, 'The new version.'),
  changes: schema.withDescription(
    schema.listOf(
      schema.object<FieldChange>({
        field: schema.withDescription(schema.oneOf(revisedFields), 'The name of the field.'),
        before: value('The value in the old version; null for `contentMd`, `contentHtml` and `contentRaw`.'),
        after: value('The value in the new version; null for `contentMd`, `contentHtml` and `contentRaw`.'),
        hunks: schema.withDescription(
          schema.nullable(schema.listOf(hunkSchema)),
          'The differing lines of `contentMd`, `contentHtml` and `contentRaw`; null for other fields, and if `truncated` is true.',
        ),
        truncated: schema.withDescription(
          schema.flag,
          'True if there is no comparison by lines, because the texts have more than 1 MB, the comparison takes longer than 2 s, or too many comparisons are waiting.',
        ),
      }),
    ),
    'The fields that differ.',
  ),
});

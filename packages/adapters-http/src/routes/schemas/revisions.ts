import type { FieldChange, RevisionComparison } from '@portcullis/application/internal/contents/compare-revisions';
import type { LongField } from '@portcullis/application/internal/ports/contents';
import type { ListedRevision, RevisionWithLongFields } from '@portcullis/application/internal/ports/revisions';
import type { Hunk } from '@portcullis/application/internal/ports/system';
import { revisedFields, revisionKinds, type Revision } from '@portcullis/domain/internal/revision';
import {
  count,
  flag,
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
  type Fields,
  type Schema,
} from '../../validation/schema.ts';
import { type JsonSchema } from '../../validation/json-schema.ts';
import { contentFields } from './contents.ts';

const version = integerFrom(1);

const revisionFields: Fields<Revision> = {
  contentId: withDescription(uuid(), 'The id of the content.'),
  version: withDescription(version, 'The version of the content that the write created.'),
  kind: withDescription(oneOf(revisionKinds), 'The kind of the write.'),
  authorId: withDescription(
    nullable(uuid()),
    'The id of the user who made the write. Null if the service made the write, if a tag or the author was deleted, or if a release without revisions created the version.',
  ),
  createdAt: withDescription(timestamp, 'When the write was made, in UTC.'),
  changedFields: withDescription(
    listOf(oneOf(revisedFields)),
    'The fields that differ from the previous version. Empty for the first revision, and for a revision that was added later.',
  ),
  bytes: withDescription(count, 'Size of the texts that the revision stores, in bytes of UTF-8.'),
};

/** A revision (a stored version of a content) in a list. */
export const revisionSchema = named('Revision', () =>
  object<ListedRevision>({
    ...revisionFields,
    authorName: withDescription(
      nullable(text),
      'The user name of the author. Null if there is no author, or if the account was deleted.',
    ),
  }),
);

const maybeLong = (schema: Schema<string | null>, description: string): Schema<string | LongField | null> => {
  const { ...same }: JsonSchema = { ...schema, description };
  return same;
};

/** A revision, with the content as it was in this revision. */
export const revisionContentSchema = named('RevisionContent', () =>
  object<RevisionWithLongFields>({
    ...revisionFields,
    title: contentFields.title,
    slug: contentFields.slug,
    summary: contentFields.summary,
    editorType: contentFields.editorType,
    contentMd: maybeLong(nullable(text), 'The Markdown source at that version.'),
    contentHtml: maybeLong(
      nullable(text),
      'The HTML at that version; null if the HTML was converted from `contentMd`.',
    ),
    contentRaw: maybeLong(nullable(text), 'The text in the format of the editor, at that version.'),
    categoryId: contentFields.categoryId,
    coverId: contentFields.coverId,
    tagIds: contentFields.tagIds,
    status: contentFields.status,
    publishedAt: contentFields.publishedAt,
  }),
);

const hunkSchema = named('Hunk', () =>
  object<Hunk>({
    oldStart: withDescription(
      integerFrom(1),
      'The number of the first line of the hunk in the old version, counted from 1.',
    ),
    newStart: withDescription(
      integerFrom(1),
      'The number of the first line of the hunk in the new version, counted from 1.',
    ),
    lines: withDescription(
      listOf(
        object<Hunk['lines'][number]>({
          op: withDescription(
            oneOf([' ', '+', '-']),
            'A space marks a line of both versions, `+` a new line, and `-` a removed line.',
          ),
          text: withDescription(text, 'The line without its line break.'),
        }),
      ),
      'The lines that differ, with up to three equal lines before and after them.',
    ),
  }),
);

const value = (description: string): Schema<FieldChange['before']> => ({
  anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: { type: 'string' } }],
  description,
});

export const revisionComparisonSchema = named('RevisionComparison', () =>
  object<RevisionComparison>({
    from: withDescription(version, 'The old version.'),
    to: withDescription(version, 'The new version.'),
    changes: withDescription(
      listOf(
        object<FieldChange>({
          field: withDescription(oneOf(revisedFields), 'The name of the field.'),
          before: value('The value in the old version; null for `contentMd`, `contentHtml` and `contentRaw`.'),
          after: value('The value in the new version; null for `contentMd`, `contentHtml` and `contentRaw`.'),
          hunks: withDescription(
            nullable(listOf(hunkSchema)),
            'The differing lines of `contentMd`, `contentHtml` and `contentRaw`; null for other fields, and if `truncated` is true.',
          ),
          truncated: withDescription(
            flag,
            'True if there is no comparison by lines, because the texts have more than 1 MB, the comparison takes longer than 2 s, or too many comparisons are waiting.',
          ),
        }),
      ),
      'The fields that differ.',
    ),
  }),
);

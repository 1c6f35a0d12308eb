import type { Content } from '@portcullis/domain/internal/contents/content';
import { EntitySchema } from 'typeorm';
import * as column from '../sql/columns.ts';
import { currentFields } from '../sql/schedule.ts';
import { rowWithLongFields, shortFields } from './long-fields.ts';

/** The columns that the tables `contents` and `working_copies` have in common. */
export const contentColumns = {
  id: column.id,
  title: column.text,
  slug: column.text,
  summary: column.optionalText,
  editorType: column.text,
  contentMd: column.optionalText,
  contentHtml: column.optionalText,
  contentRaw: column.optionalText,
  toc: column.json,
  excerpt: column.optionalText,
  readingMinutes: column.optionalInteger,
  categoryId: column.optionalLink,
  coverId: column.optionalLink,
  authorId: column.optionalLink,
  ...column.timestamps,
};

/** A select expression for the file of the picture of the row `t`. It is null if there is none. */
export const coverColumn = `(SELECT json_build_object('id', m.id, 'fileName', m.file_name, 'alt', m.alt, 'width', m.width,
  'height', m.height, 'variants', m.variants) FROM media m WHERE m.id = t.cover_id) AS cover`;

export const contents = new EntitySchema<Content>({
  name: 'contents',
  columns: {
    ...contentColumns,
    status: column.text,
    publishedAt: column.optionalTimestamp,
    publishAt: column.optionalTimestamp,
    unpublishAt: column.optionalTimestamp,
    version: column.version,
  },
});

/** A select expression for the ids of the tags of the content `t`. */
export const tagIds = `array(SELECT ct.tag_id FROM content_tags ct WHERE ct.content_id = t.id ORDER BY ct.tag_id) AS "tagIds"`;

const headFields = [
  'id',
  'title',
  'slug',
  'summary',
  'excerpt',
  'readingMinutes',
  'editorType',
  'categoryId',
  'coverId',
  'authorId',
  'createdAt',
  'updatedAt',
] as const;

/** A select list of the fields of the content `t` that are never long, except the tags. */
export const headColumns = [
  column.columnsOf(contents, 't', headFields),
  ...Object.entries(currentFields).map(([name, expression]) => `${expression} AS "${name}"`),
  coverColumn,
].join(', ');

/** A select list of all fields of the content `t` except the tags. A long field is selected as null. */
export const view = `${headColumns}, ${shortFields}`;

/** Converts the result of a statement to a content. */
export const contentOf = rowWithLongFields('contents');

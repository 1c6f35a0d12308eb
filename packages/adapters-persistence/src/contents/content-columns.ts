import * as column from '../sql/columns.ts';

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
  authorId: column.optionalLink,
  ...column.timestamps,
};

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
  coverId: column.optionalLink,
  authorId: column.optionalLink,
  ...column.timestamps,
};

/** A select expression for the file of the picture of the row `t`. It is null if there is none. */
export const coverColumn = `(SELECT json_build_object('id', m.id, 'fileName', m.file_name, 'alt', m.alt, 'width', m.width,
  'height', m.height, 'variants', m.variants) FROM media m WHERE m.id = t.cover_id) AS cover`;

import type {
  WorkingCopyWithLongFields,
  WorkingCopyRepository,
  WorkingCopyViews,
} from '@portcullis/application/internal/ports/working-copies';
import type { WorkingCopy } from '@portcullis/domain/internal/contents/working-copy';
import { EntitySchema, type EntityManager } from 'typeorm';
import { contentColumns, coverColumn } from './content-columns.ts';
import { joinSizes, longSizes, rowWithLongFields, shortFields, type Sized } from './long-fields.ts';
import { short, type Reader, sql } from '../postgres/reader.ts';
import { collectionOf } from '../sql/collection.ts';
import * as column from '../sql/columns.ts';
import { withEncodedTexts } from '../sql/long-texts.ts';
import type { ResourceStore } from '../resource-store.ts';

const workingCopies = new EntitySchema<WorkingCopy>({
  name: 'working_copies',
  columns: {
    ...contentColumns,
    tagIds: { type: 'uuid', array: true },
    version: column.integer,
    baseVersion: column.integer,
    changedFields: { type: 'text', array: true },
  },
});

const collection = collectionOf(workingCopies);

function workingCopyRepository(db: EntityManager): WorkingCopyRepository {
  const { add, save, ...others } = collection(db);
  return {
    ...others,
    add: async (copy) => add(await withEncodedTexts(copy)),
    save: async (copy) => save(await withEncodedTexts(copy)),
  };
}

const headColumns = column.columnsOf(workingCopies, 't', [
  'id',
  'title',
  'slug',
  'summary',
  'editorType',
  'excerpt',
  'readingMinutes',
  'categoryId',
  'coverId',
  'tagIds',
  'version',
  'baseVersion',
  'changedFields',
  'authorId',
  'createdAt',
  'updatedAt',
]);
const find = short(
  sql`SELECT ${headColumns}, ${coverColumn}, ${shortFields}, ${longSizes} AS sizes FROM working_copies t
      JOIN contents c ON c.id = t.id ${joinSizes} WHERE t.id = $1`,
);
const editorTypeOf = short(
  sql`SELECT w.editor_type AS "editorType" FROM working_copies w JOIN contents c ON c.id = w.id WHERE w.id = $1`,
);

const copyOf = rowWithLongFields('working_copies');

const workingCopyViews = (reader: Reader): WorkingCopyViews => ({
  editorTypeOf: async (id) => (await reader.row<Pick<WorkingCopy, 'editorType'>>(editorTypeOf, [id]))?.editorType,
  find: async (id) => {
    const pinned = reader.pinned();
    return copyOf(pinned, await pinned.row<WorkingCopyWithLongFields & Sized>(find, [id]));
  },
});

export const workingCopyStore: ResourceStore<WorkingCopyRepository, WorkingCopyViews> = {
  table: workingCopies,
  repository: workingCopyRepository,
  views: workingCopyViews,
};

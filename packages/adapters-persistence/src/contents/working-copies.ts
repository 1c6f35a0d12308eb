import type {
  WorkingCopyWithLongFields,
  WorkingCopyRepository,
  WorkingCopyViews,
} from '@portcullis/application/internal/ports/working-copies';
import type { WorkingCopy } from '@portcullis/domain/internal/working-copy';
import { EntitySchema, type EntityManager } from 'typeorm';
import { contentColumns, coverColumn } from './content-columns.ts';
import { joinSizes, longFieldsOf, longSizes, shortFields, type LongSizes } from './long-fields.ts';
import type { Reader } from '../postgres/reader.ts';
import { collectionOf } from '../sql/collection.ts';
import * as column from '../sql/columns.ts';
import type { ResourceStore } from '../resource-store.ts';

const workingCopies = new EntitySchema<WorkingCopy>({
  name: 'working_copies',
  columns: {
    ...contentColumns,
    tagIds: { type: 'uuid', array: true },
    baseVersion: column.integer,
    changedFields: { type: 'text', array: true },
  },
});

const workingCopyRepository: (db: EntityManager) => WorkingCopyRepository = collectionOf(workingCopies);

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
  'baseVersion',
  'changedFields',
  'authorId',
  'createdAt',
  'updatedAt',
]);
const find = {
  name: 'working copies find',
  usesPipeline: true,
  text: `SELECT ${headColumns}, ${coverColumn}, ${shortFields}, ${longSizes} AS "~sizes" FROM working_copies t ${joinSizes} WHERE t.id = $1`,
};
const editorTypeOf = {
  name: 'working copies editor type',
  usesPipeline: true,
  text: 'SELECT editor_type AS "editorType" FROM working_copies WHERE id = $1',
};

const longFields = longFieldsOf('working_copies');

interface Sized {
  /** The sizes of the long fields. Null if no field is long. */
  readonly sizes: LongSizes | null;
}

const workingCopyViews = (reader: Reader): WorkingCopyViews => ({
  editorTypeOf: async (id) => (await reader.row<Pick<WorkingCopy, 'editorType'>>(editorTypeOf, [id]))?.editorType,
  find: async (id) => {
    const pinned = reader.pinned();
    const { rows, aggregate } = await pinned.execute<WorkingCopyWithLongFields, Sized>(find, [id]);
    const [copy] = rows;
    const sizes = aggregate?.sizes ?? null;
    return copy === undefined || sizes === null ? copy : { ...copy, ...longFields(pinned, id, sizes) };
  },
});

export const workingCopyStore: ResourceStore<WorkingCopyRepository, WorkingCopyViews> = {
  table: workingCopies,
  repository: workingCopyRepository,
  views: workingCopyViews,
};

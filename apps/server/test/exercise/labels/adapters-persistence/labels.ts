import { collectionOf, column, listOf, type ResourceStore, type Reader } from '@portcullis/adapters-persistence';
import { caseKey } from '@portcullis/domain';
import { EntitySchema } from 'typeorm';
import type { LabelRepository, LabelSortField, LabelViews } from '../application/ports/labels.ts';
import { labelNameTaken, type Label } from '../domain/label.ts';
import { Labels1795280000000 } from './migrations/1795280000000-labels.ts';

/** A stored label. `nameKey` makes names unique regardless of case. */
type LabelRow = Label & { readonly nameKey: string };

const table = new EntitySchema<LabelRow>({
  name: 'labels',
  columns: {
    id: column.id,
    name: column.text,
    nameKey: column.hiddenText,
    colour: column.text,
    description: column.optionalText,
    ...column.timestamps,
  },
});

const withKey = (label: Label): LabelRow => ({ ...label, nameKey: caseKey(label.name) });

const collection = collectionOf(table);

const columns = column.columnsOf(table, 't');
const find = { name: 'labels find', usesPipeline: true, text: `SELECT ${columns} FROM labels t WHERE t.id = $1` };

const list = listOf<Label, LabelSortField, never>({
  table: 'labels',
  columns,
  rowBytes: 7000,
  sort: { createdAt: 't.created_at', updatedAt: 't.updated_at', name: 't.name COLLATE "C"' },
  filters: {},
  defaultSort: { by: 'createdAt', order: 'asc' },
});

const labelViews = (reader: Reader): LabelViews => ({
  find: (id) => reader.row<Label>(find, [id]),
  list: (query) => list(reader, query),
});

export const labelStore: ResourceStore<LabelRepository, LabelViews> = {
  table,
  migrations: [Labels1795280000000],
  constraints: { labels_name_key: { refusal: labelNameTaken, message: 'A label with this name already exists.' } },
  repository: (db) => {
    const { lock, add, save, remove } = collection(db);
    return { lock, remove, add: (label) => add(withKey(label)), save: (label) => save(withKey(label)) };
  },
  views: labelViews,
};

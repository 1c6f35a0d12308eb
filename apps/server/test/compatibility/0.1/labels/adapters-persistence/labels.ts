import {
  collectionOf,
  column,
  listOf,
  migration,
  type ResourceStore,
  type Reader,
} from '@portcullis/adapters-persistence';
import { caseKey } from '@portcullis/domain';
import { EntitySchema } from 'typeorm';
import type { LabelRepository, LabelSortField, LabelViews } from '../application/ports/labels.ts';
import { labelNameTaken, type Label } from '../domain/label.ts';

/** A stored label. `nameKey` makes names unique regardless of case. */
type LabelRow = Label & { readonly nameKey: string };

const table = new EntitySchema<LabelRow>({
  name: 'acme_labels',
  columns: {
    id: column.id,
    name: column.text,
    nameKey: column.hiddenText,
    colour: column.text,
    description: column.optionalText,
    ...column.timestamps,
  },
});

const created = migration(
  'Labels1795280000000',
  `CREATE TABLE acme_labels (
     id uuid PRIMARY KEY, name text NOT NULL, name_key text NOT NULL, colour text NOT NULL, description text,
     created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
     search_text text NOT NULL GENERATED ALWAYS AS (name || E'\\x01' || coalesce(description, '')) STORED,
     CONSTRAINT acme_labels_name_key UNIQUE (name_key));
   CREATE INDEX acme_labels_created_at ON acme_labels (created_at, id);
   CREATE INDEX acme_labels_updated_at ON acme_labels (updated_at, id);
   CREATE INDEX acme_labels_name ON acme_labels (name COLLATE "C", id);`,
);

const withKey = (label: Label): LabelRow => ({ ...label, nameKey: caseKey(label.name) });

const collection = collectionOf(table);

const columns = column.columnsOf(table, 't');
const find = { name: 'labels find', usesPipeline: true, text: `SELECT ${columns} FROM acme_labels t WHERE t.id = $1` };

const list = listOf<Label, LabelSortField, never>({
  table: 'acme_labels',
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
  migrations: [created],
  constraints: { acme_labels_name_key: { refusal: labelNameTaken, message: 'A label with this name already exists.' } },
  repository: (db) => {
    const { lock, add, save, remove } = collection(db);
    return { lock, remove, add: (label) => add(withKey(label)), save: (label) => save(withKey(label)) };
  },
  views: labelViews,
};

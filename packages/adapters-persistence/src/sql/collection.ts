import type { Collection } from '@portcullis/application';
import { Utf8Text } from '@portcullis/domain/internal/text';
import type { EntityManager, EntitySchema } from 'typeorm';
import { encodeLongText, isLong } from './long-texts.ts';
import { execute } from './transaction.ts';
import { columnsOf } from './columns.ts';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

/**
 * Returns the repository operations for a table whose rows have the fields of a domain entity.
 * @example
 * import { EntitySchema } from 'typeorm';
 *
 * interface Note {
 *   readonly id: Id<'Note'>;
 *   readonly title: string;
 * }
 * const notes = new EntitySchema<Note>({ name: 'acme_notes', columns: { id: column.id, title: column.text } });
 * const store: ResourceStore<ReportedCollection<Note>> = { table: notes, repository: collectionOf(notes) };
 */
export function collectionOf<Entity extends { readonly id: string }>(
  schema: EntitySchema<Entity>,
): (db: EntityManager) => Collection<Entity> {
  const { name } = schema.options;
  // FOR NO KEY UPDATE blocks updates and removal of the row. FOR UPDATE would also block inserts of other rows that
  // refer to this row.
  const text = `SELECT ${columnsOf(schema, 't')} FROM ${name} t WHERE t.id = $1 FOR NO KEY UPDATE`;
  const lock = { name: `${name} lock`, text };
  return (db) => ({
    lock: async (id) => (await execute<Entity>(db, lock, [id]))[0],
    add: async (entity) => {
      await db.insert(schema, await rowOf(entity));
    },
    save: async (entity) => {
      await db.update(schema, entity.id, await rowOf(entity));
    },
    remove: async (id) => {
      await db.delete(schema, id);
    },
  });
}

/** Converts an entity to a row. Long texts are encoded as UTF-8 bytes, which the driver sends unchanged. */
export async function rowOf<Entity extends object>(entity: Entity): Promise<QueryDeepPartialEntity<Entity>> {
  const row = { ...entity };
  for (const [column, value] of Object.entries(entity)) {
    if (isLong(value)) Object.assign(row, { [column]: await encodeLongText(value) });
    else if (value instanceof Utf8Text) Object.assign(row, { [column]: viewOf(value) });
  }
  return row;
}

/** Wraps the bytes of a text in a `Buffer`, which the driver expects, without copying them. */
const viewOf = ({ bytes }: Utf8Text): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

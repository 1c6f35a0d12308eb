import { isDeepStrictEqual } from 'node:util';
import type { Collection, VersionedCollection } from '@portcullis/application';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import type { EntityManager, EntitySchema } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import type { Versioned } from '@portcullis/domain';
import { encodeLongText, isLong } from './long-texts.ts';
import { execute } from './transaction.ts';
import { columnsOf, snakeCase } from './columns.ts';
import { lockLinkedOwners, type JoinTable } from './links.ts';

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
async function rowOf<Entity extends object>(entity: Entity): Promise<QueryDeepPartialEntity<Entity>> {
  const row = { ...entity };
  for (const [column, value] of Object.entries(entity)) {
    if (isLong(value)) Object.assign(row, { [column]: await encodeLongText(value) });
    else if (value instanceof Utf8Text) Object.assign(row, { [column]: viewOf(value) });
  }
  return row;
}

/** Wraps the bytes of a text in a `Buffer`, which the driver expects, without copying them. */
const viewOf = ({ bytes }: Utf8Text): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

type Stored = Versioned & { readonly id: string };

interface SavedCollection<Entity extends Stored> extends VersionedCollection<Entity> {
  readonly save: (entity: Entity, stored?: Entity) => Promise<Versioned>;
}

/**
 * Returns the repository operations for a table whose rows have a version number.
 * @param linkedBy the join tables that link rows of this table to owners; inserting or deleting a row of a join table
 * increments the version number of the owner
 * @returns the operations; `save` writes only the fields that differ from its second argument, if there is one
 */
export function versionedCollectionOf<Entity extends Stored>(
  schema: EntitySchema<Entity>,
  linkedBy: readonly JoinTable[] = [],
): (db: EntityManager) => SavedCollection<Entity> {
  const collection = collectionOf(schema);
  const lockOwners = lockLinkedOwners(schema.options.name, linkedBy);
  return (db) => {
    const { lock, add, remove } = collection(db);
    return {
      lock,
      add,
      save: async (entity, stored) => updateVersioned(db, schema, entity, await rowOf(changedFields(entity, stored))),
      remove: async (id) => {
        const owners = await lockOwners(db, id);
        await remove(id);
        return owners;
      },
    };
  };
}

/**
 * Returns the fields of an entity that differ from `stored`, and always `updatedAt`. Without `stored`, returns all
 * fields.
 */
function changedFields<Entity extends Stored>(entity: Entity, stored: Entity | undefined): Partial<Entity> {
  if (stored === undefined) return entity;
  const changed: Partial<Entity> = { ...entity };
  for (const name in entity) {
    if (name !== 'updatedAt' && isDeepStrictEqual(entity[name], stored[name])) delete changed[name];
  }
  return changed;
}

/**
 * Updates the row of an entity.
 * @returns the version number and the time of the last change, after the triggers have run; if the entity has no row,
 * those of the given entity
 */
export async function updateVersioned<Entity extends Stored>(
  db: EntityManager,
  schema: EntitySchema<Entity>,
  { id, version, updatedAt }: Stored,
  row: QueryDeepPartialEntity<Entity>,
): Promise<Versioned> {
  const { raw } = await db
    .createQueryBuilder()
    .update(schema)
    .set(row)
    .where('id = :id', { id })
    .returning('version, updated_at AS "updatedAt"')
    .execute();
  const [stored]: readonly Versioned[] = raw;
  return stored ?? { version, updatedAt };
}

/** Returns a function that inserts a row with a prepared statement. */
export function insertOf<Entity extends object>({ options: { name, columns } }: EntitySchema<Entity>) {
  const properties = Object.keys(columns).filter((property): property is keyof Entity & string => property in columns);
  const targets = properties.map((property) => `"${snakeCase(property)}"`).join(', ');
  const places = properties.map((_property, index) => `$${index + 1}`).join(', ');
  const statement = { name: `${name} add`, text: `INSERT INTO ${name} (${targets}) VALUES (${places})` };
  return async (db: EntityManager, entity: Entity): Promise<void> => {
    await execute(
      db,
      statement,
      properties.map((property) => entity[property]),
    );
  };
}

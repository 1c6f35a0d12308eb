import type { Collection, VersionedCollection } from '@portcullis/application';
import type { LinkOwners } from '@portcullis/application/internal/ports/collection';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import type { EntityManager, EntitySchema, EntitySchemaColumnOptions } from 'typeorm';
import type { Versioned } from '@portcullis/domain';
import { sql, statementOf, type Statement } from '../postgres/reader.ts';
import { execute, executeOnly } from './transaction.ts';
import { columnsOf, snakeCase } from './columns.ts';
import { lockLinkedOwners, type JoinTable } from './links.ts';

/**
 * Returns the repository operations for a table whose rows have the fields of a domain entity. Every statement is
 * prepared.
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
  const lock = statementOf(text);
  const removal = sql`DELETE FROM ${name} WHERE id = $1`;
  const insert = insertOf(schema);
  const update = updateOf(schema);
  return (db) => ({
    lock: async (id) => (await execute<Entity>(db, lock, [id]))[0],
    add: (entity) => insert(db, entity),
    save: async (entity) => void (await update(db, entity.id, entity)),
    remove: (id) => executeOnly(db, removal, [id]),
  });
}

type Stored = Versioned & { readonly id: string };

/**
 * Returns the repository operations for a table whose rows have a version number.
 * @param linkedBy the join tables that link rows of this table to owners; inserting or deleting a row of a join table
 * increments the version number of the owner
 */
export function versionedCollectionOf<Entity extends Stored>(
  schema: EntitySchema<Entity>,
  linkedBy: readonly JoinTable[] = [],
): (db: EntityManager) => VersionedCollection<Entity> & LinkOwners<Entity['id']> {
  const collection = collectionOf(schema);
  const update = versionedUpdateOf(schema);
  const { name } = schema.options;
  const lockOwners = lockLinkedOwners(name, linkedBy);
  // The trigger that counts versions keeps the old time unless this transaction has incremented the version.
  const setUpdatedAt = sql`UPDATE ${name} SET updated_at = $2 WHERE id = $1 RETURNING version`;
  return (db) => {
    const { lock, add, remove } = collection(db);
    return {
      lock,
      add,
      save: (entity) => update(db, entity, entity),
      remove: async (id) => {
        const owners = await lockOwners(db, id);
        await remove(id);
        return owners;
      },
      setUpdatedAt: async (id, at) => {
        const [row] = await execute<Pick<Versioned, 'version'>>(db, setUpdatedAt, [id, at]);
        if (row === undefined) throw new Error(`There is no row ${id} in ${name}.`);
        return row.version;
      },
    };
  };
}

/**
 * Returns a function that updates the row of an entity.
 * @returns the version number and the time of the last change, after the triggers have run; if the entity has no row,
 * those of the given entity
 */
export function versionedUpdateOf<Entity extends Stored>(schema: EntitySchema<Entity>) {
  const update = updateOf(schema, 'RETURNING version, updated_at AS "updatedAt"');
  return async (db: EntityManager, { id, version, updatedAt }: Stored, row: Partial<Entity>): Promise<Versioned> => {
    const [stored] = await update<Versioned>(db, id, row);
    return stored ?? { version, updatedAt };
  };
}

/** Returns a function that updates the columns of a row that `row` contains, except those that are never updated. */
function updateOf<Entity extends object>(schema: EntitySchema<Entity>, returning = '') {
  const { name } = schema.options;
  const statementFor = statementsOf((columns) => {
    const set = columns.map((column, index) => `${column} = $${index + 2}`).join(', ');
    return `UPDATE ${name} SET ${set} WHERE id = $1 ${returning}`;
  });
  return <Returned extends object>(db: EntityManager, id: string, row: Partial<Entity>): Promise<Returned[]> => {
    const columns = columnsIn(schema, row).filter(([, { update, primary }]) => update !== false && primary !== true);
    return execute<Returned>(db, statementFor(columns), [id, ...parametersOf(columns, row)]);
  };
}

/** Returns a function that inserts a row. Columns that the row does not contain get their defaults. */
export function insertOf<Entity extends object>(schema: EntitySchema<Entity>) {
  const insert = insertReturning(schema, ({ places }) => `VALUES (${places.join(', ')})`);
  return async (db: EntityManager, row: Entity): Promise<void> => void (await insert(db, row));
}

/**
 * Does the same as `insertOf`, and returns the rows of RETURNING.
 * @param rest returns the rest of the statement, beginning with VALUES
 */
export function insertReturning<Entity extends object>(
  schema: EntitySchema<Entity>,
  rest: (insertion: { readonly columns: readonly string[]; readonly places: readonly string[] }) => string,
) {
  const { name } = schema.options;
  const statementFor = statementsOf((columns) => {
    const places = columns.map((_column, index) => `$${index + 1}`);
    return `INSERT INTO ${name} (${columns.join(', ')}) ${rest({ columns, places })}`;
  });
  return <Returned extends object>(db: EntityManager, row: Entity): Promise<Returned[]> => {
    const columns = columnsIn(schema, row);
    return execute<Returned>(db, statementFor(columns), parametersOf(columns, row));
  };
}

type Column = readonly [property: string, options: EntitySchemaColumnOptions];

/** Returns the columns of a table for which `row` has a value. */
const columnsIn = <Entity extends object>({ options }: EntitySchema<Entity>, row: object): readonly Column[] =>
  Object.entries<EntitySchemaColumnOptions | undefined>(options.columns).flatMap(([property, column]) =>
    column === undefined || !(property in row) ? [] : [[property, column]],
  );

/** Returns a function that makes the statement for some columns, and makes it only once. */
function statementsOf(textOf: (columns: readonly string[]) => string) {
  const statements = new Map<string, Statement>();
  return (columns: readonly Column[]): Statement => {
    const key = columns.map(([property]) => property).join();
    const made = statements.get(key);
    if (made !== undefined) return made;
    const statement = statementOf(textOf(columns.map(([property]) => `"${snakeCase(property)}"`)));
    statements.set(key, statement);
    return statement;
  };
}

function parametersOf(columns: readonly Column[], row: object): readonly unknown[] {
  const values = new Map<string, unknown>(Object.entries(row));
  return columns.map(([property, { type }]) => parameterOf(values.get(property), type === 'jsonb'));
}

/** Returns a value as the driver expects it: JSON as text, because it would send an array as an array of PostgreSQL. */
function parameterOf(value: unknown, isJson: boolean): unknown {
  if (isJson && value !== null) return JSON.stringify(value);
  return value instanceof Utf8Text ? viewOf(value) : value;
}

/** Wraps the bytes of a text in a `Buffer`, which the driver sends unchanged, without copying them. */
const viewOf = ({ bytes }: Utf8Text): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

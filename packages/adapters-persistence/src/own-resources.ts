import type { OwnRepository, OwnViews } from '@portcullis/application';
import type { Id } from '@portcullis/domain/internal/shared/ids';
import type { OwnField } from '@portcullis/domain/internal/own-fields';
import {
  attributeValues,
  ownTaken,
  type OwnEntity,
  type OwnRefusal,
  type OwnResource,
  unacceptableMessage,
} from '@portcullis/domain/internal/own-resource';
import { bytesOf, uniqueKey } from '@portcullis/domain/internal/own-fields';
import { EntitySchema, type EntityManager } from 'typeorm';
import { migration } from './migration.ts';
import { filterColumns } from './own-conditions.ts';
import {
  columnOf,
  createTables,
  foreignKeyOf,
  keyNames,
  linksOf,
  sortOf,
  tableNames,
  tableOf,
  uniquesOf,
} from './own-tables.ts';
import { short, type Reader, sql } from './postgres/reader.ts';
import type { ConstraintError, ResourceStore, RowError } from './resource-store.ts';
import * as column from './sql/columns.ts';
import type { ListSource } from './sql/list-statements.ts';
import { countsOf, listOf, pagesOf, timeSort } from './sql/lists.ts';
import { versionedCollectionOf } from './sql/collection.ts';
import { execute, executeOnly } from './sql/transaction.ts';

const { snakeCase } = column;

/** Adds the permissions of the resource, and gives them to administrators. Existing permissions stay as they are. */
export const addPermissions = ({ name, permissions }: OwnResource): string => `WITH added AS (
    INSERT INTO permissions (id, code, name, resource, action, is_system, status, created_at, updated_at)
    SELECT gen_random_uuid(), code, code, '${name}', split_part(code, '.', 3), false, 1, now(), now()
    FROM unnest(ARRAY[${Object.values(permissions)
      .map((code) => `'${code}'`)
      .join(', ')}]) AS code
    ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, added.id FROM roles r, added WHERE r.code = 'ADMIN';`;

/** Returns the repository operations for the table of a resource and its join tables. */
function repositoryOf(table: EntitySchema<OwnEntity>, resource: OwnResource, columns: string) {
  const { name } = table.options;
  const collection = versionedCollectionOf(table);
  const keys = [...keyNames(resource)];
  const links = linksOf(resource).map(({ field, table: link }) => ({
    field,
    remove: sql`DELETE FROM ${link} WHERE owner_id = $1 AND NOT linked_id = ANY ($2)`,
    add: sql`INSERT INTO ${link} (owner_id, linked_id, place)
        SELECT $1, id, place FROM unnest($2::uuid[]) WITH ORDINALITY listed (id, place)
        ON CONFLICT (owner_id, linked_id) DO UPDATE SET place = excluded.place WHERE ${link}.place <> excluded.place`,
  }));
  // The rows of join tables are read after the lock was acquired. In one statement, they could be older than the row.
  const lockOnly = sql`SELECT FROM ${name} WHERE id = $1 FOR NO KEY UPDATE`;
  const read = sql`SELECT ${columns} FROM ${name} t WHERE t.id = ANY ($1) ORDER BY t.id`;
  const removals = [
    ...linksOf(resource).map(({ table: link }) => sql`DELETE FROM ${link} WHERE owner_id = ANY ($1)`),
    sql`DELETE FROM ${name} WHERE id = ANY ($1)`,
  ];
  const referring = new Map(
    resource.references.map(({ field, isList }) => {
      const link = linksOf(resource).find((each) => each.field === field);
      const condition = isList
        ? `id IN (SELECT owner_id FROM ${link?.table} WHERE linked_id = ANY ($1))`
        : `"${snakeCase(field)}" = ANY ($1)`;
      return [field, sql`SELECT id FROM ${name} WHERE ${condition} ORDER BY id FOR NO KEY UPDATE`];
    }),
  );
  const withKeys = (entity: OwnEntity): OwnEntity => ({
    ...entity,
    ...Object.fromEntries(keys.map(([each, key]) => [key, keyOf(resource.fields[each], entity[each])])),
  });
  return (db: EntityManager): OwnRepository => {
    const { lock, add, save, remove } = collection(db);
    const setLinks = async (entity: OwnEntity): Promise<void> => {
      for (const { field, remove: removeOthers, add: addLinks } of links) {
        await executeOnly(db, removeOthers, [entity.id, entity[field] ?? []]);
        await executeOnly(db, addLinks, [entity.id, entity[field] ?? []]);
      }
    };
    return {
      remove,
      removeAll: async (ids) => {
        for (const removal of removals) await executeOnly(db, removal, [ids]);
      },
      lock: async (id) => {
        if (links.length === 0) return lock(id);
        await execute(db, lockOnly, [id]);
        return (await execute<OwnEntity>(db, read, [[id]]))[0];
      },
      add: async (entity) => {
        await add(withKeys(entity));
        await setLinks(entity);
      },
      // A changed join table increments the version, so that the row then takes the new time of the change.
      save: async (entity) => {
        await setLinks(entity);
        return save(withKeys(entity));
      },
      lockReferring: async (field, ids) => {
        const statement = referring.get(field);
        if (statement === undefined) throw new TypeError(`The field ${field} refers to nothing.`);
        const rows = await execute<{ readonly id: Id<string> }>(db, statement, [ids]);
        return rows.length === 0 ? [] : execute<OwnEntity>(db, read, [rows.map(({ id }) => id)]);
      },
    };
  };
}

const keyOf = (field: OwnField | undefined, value: OwnEntity[string] | undefined): string | null =>
  field === undefined ? null : uniqueKey(field, value);

/** Returns the error for a value that the table does not accept. */
const refusedValue = ({ unacceptable }: OwnResource, field: string, message: string): ConstraintError => ({
  refusal: unacceptable,
  message: unacceptableMessage,
  details: [{ field, message }],
});

function constraintErrors(resource: OwnResource): Readonly<Record<string, ConstraintError>> {
  const ofUniques = uniquesOf(resource).map(({ constraint, fields }): [string, ConstraintError] => [
    constraint,
    { refusal: ownTaken(resource.name, fields), message: `This ${fields.join(' and ')} is in use.` },
  ]);
  const ofReferences = resource.references.map((reference): [string, ConstraintError] => {
    const unknown = refusedValue(
      resource,
      reference.field,
      `${reference.field} must be the id of something that exists`,
    );
    const { inUse: refusal, inUseDetails } = reference;
    const details = inUseDetails === undefined ? {} : { details: inUseDetails };
    const whenReferred = { refusal, message: 'Other entries refer to it.', ...details };
    return [foreignKeyOf(resource, reference), { ...unknown, whenReferred }];
  });
  const ofTable = Object.entries<string | OwnRefusal>(resource.constraints).map(
    ([name, of]): [string, ConstraintError] => [
      name,
      typeof of === 'string' ? refusedValue(resource, of, `${of} does not satisfy the constraint ${name}`) : of,
    ],
  );
  return Object.fromEntries([...ofUniques, ...ofReferences, ...ofTable]);
}

/** Returns the error of a constraint on one row that is not declared. PostgreSQL names a CHECK after its column. */
const rowErrorOf =
  (resource: OwnResource): RowError =>
  ({ constraint, column: missing }) => {
    const field = Object.keys(resource.fields).find(
      (each) => snakeCase(each) === missing || constraint === `${tableOf(resource)}_${snakeCase(each)}_check`,
    );
    if (missing === '')
      return refusedValue(
        resource,
        field ?? '',
        `${field ?? 'The entry'} does not satisfy the constraint ${constraint}`,
      );
    return refusedValue(resource, field ?? missing, `${field ?? missing} must not be null`);
  };

/**
 * Returns the store of a resource that is defined with `defineResource`.
 * @param since the timestamp of the migration that creates the table, in milliseconds; undefined if `further` creates it
 * @param further later migrations of the table
 * @example
 * const labels = defineResource({
 *   name: 'acme.label',
 *   since: 1795280000000,
 *   fields: { name: { type: 'text', max: 64 } },
 *   namedBy: 'name',
 * });
 * const stores = { acmeLabels: ownStore(labels.resource, 1795280000000) };
 * const listLabels = async () => {
 *   const database = await openDatabase({ poolSize: 1, stores }); // embedded, in memory
 *   return viewsOf(database.reader, stores).acmeLabels.list({ page: 1, pageSize: 20 });
 * };
 */
export function ownStore(
  resource: OwnResource,
  since: number | undefined,
  further: NonNullable<ResourceStore['migrations']> = [],
): ResourceStore<OwnRepository, OwnViews> {
  const name = tableOf(resource);
  const { fields } = resource;
  const entries = Object.entries(fields);
  const links = linksOf(resource);
  const html = [...resource.htmlNames.values()];
  const table = new EntitySchema<OwnEntity>({
    name,
    columns: {
      id: column.id,
      ...Object.fromEntries(
        entries.flatMap(([each, field]) => {
          const options = columnOf(field);
          return options === undefined ? [] : [[each, options]];
        }),
      ),
      ...Object.fromEntries(html.map((each) => [each, column.optionalText])),
      ...Object.fromEntries([...keyNames(resource).values()].map((each) => [each, column.optionalHiddenText])),
      version: column.version,
      ...column.timestamps,
    },
  });
  const columns = [column.columnsOf(table, 't'), ...links.map(({ field, ids }) => `${ids} AS "${field}"`)].join(', ');
  const find = short(sql`SELECT ${columns} FROM ${name} t WHERE t.id = $1`);
  const findAll = sql`SELECT ${columns} FROM ${name} t WHERE t.id = ANY ($1)`;
  const source: ListSource<string, never> = {
    table: name,
    columns,
    rowBytes: 300 + bytesOf(fields),
    sort: {
      ...timeSort,
      ...Object.fromEntries(
        entries.flatMap(([each, field]) => (field.sort === true ? [[each, sortOf(each, field, 't.')]] : [])),
      ),
    },
    nullsLast: entries.flatMap(([each, { optional }]) => (optional === true ? each : [])),
    attributes: (reaches) => filterColumns(resource, reaches),
    filters: {},
    defaultSort: { by: 'createdAt', order: 'asc' },
  };
  const list = listOf<OwnEntity, string, never>(source);
  const counts = countsOf(source);
  const pages = pagesOf<OwnEntity, string, never>(source);
  const suffix = name.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return {
    own: resource,
    table,
    versionedSubject: resource.name,
    conditionTargets: resource.conditionTargets,
    conditionedReads: (reader) => ({
      permission: resource.permissions.read,
      isForEverybody: resource.read !== 'permission',
      attributes: resource.attributes,
      findAll: async (ids) => {
        const found = await reader.rows<OwnEntity>(findAll, [ids]);
        return found.map((entity) => ({ ...attributeValues(fields, entity), id: entity.id }));
      },
    }),
    migrations: [
      ...(since === undefined
        ? []
        : [migration(`${suffix}${since}`, `${createTables(resource)}\n${addPermissions(resource)}`)]),
      ...further,
    ],
    constraints: constraintErrors(resource),
    rowErrors: Object.fromEntries(tableNames(resource).map((each) => [each, rowErrorOf(resource)])),
    repository: repositoryOf(table, resource, columns),
    views: (reader: Reader) => ({
      find: (id) => reader.row<OwnEntity>(find, [id]),
      list: (query) => list(reader, query),
      page: (query, part) => pages(reader, query, part),
      count: (query, by) => counts(reader, query, by === undefined ? 'NULL' : `t."${snakeCase(by)}"`),
    }),
  };
}

import type { OwnRepository, OwnViews } from '@portcullis/application';
import {
  ownTaken,
  uniqueKey,
  type OwnEntity,
  type OwnField,
  type OwnResource,
} from '@portcullis/domain/internal/own-resource';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { compileCondition, type ConditionColumns } from './conditions/compile-condition.ts';
import { migration } from './migration.ts';
import type { Reader } from './postgres/reader.ts';
import type { ResourceStore } from './resource-store.ts';
import { searchText, timestamps } from './schema/shared/columns.ts';
import { countVersions, versionColumns } from './schema/shared/versions.ts';
import * as column from './sql/columns.ts';
import { listOf } from './sql/lists.ts';
import { versionedCollectionOf } from './sql/collection.ts';

const { snakeCase } = column;
const sqlTypes = { text: 'text', integer: 'integer', flag: 'boolean', choice: 'text' } as const;

const columnOf = ({ type, optional }: OwnField): EntitySchemaColumnOptions => ({
  type: sqlTypes[type],
  nullable: optional === true,
});

const isText = ({ type }: OwnField): boolean => type === 'text' || type === 'choice';
const keyOf = (name: string): string => `${name}Key`;

/** Returns the SQL expression by which a field is sorted. */
const sortOf = (name: string, field: OwnField, alias = ''): string =>
  `${alias}${snakeCase(name)}${isText(field) ? ' COLLATE "C"' : ''}`;

/** Returns the name of the table of a resource: `acme_labels` for the plural `acme.labels`. */
const tableOf = ({ plural }: OwnResource): string => snakeCase(plural.replaceAll('.', '_'));

const entriesWith = ({ fields }: OwnResource, has: (field: OwnField) => boolean) =>
  Object.entries(fields).filter(([, field]) => has(field));

/** The statements that create the table, with a constraint for each unique field and an index for each order of lists. */
function createTable(resource: OwnResource): string {
  const table = tableOf(resource);
  const searched = entriesWith(resource, (field) => field.type === 'text' && field.search === true);
  const columns = [
    'id uuid PRIMARY KEY',
    ...Object.entries(resource.fields).map(
      ([name, field]) => `"${snakeCase(name)}" ${sqlTypes[field.type]}${field.optional ? '' : ' NOT NULL'}`,
    ),
    ...resource.uniqueFields.flatMap((name) => {
      const key = snakeCase(keyOf(name));
      return [`${key} text`, `CONSTRAINT ${table}_${key} UNIQUE (${key})`];
    }),
    versionColumns,
    timestamps,
    searchText(...searched.map(([name]) => `"${snakeCase(name)}"`)),
  ];
  const sorted = entriesWith(resource, ({ sort }) => sort === true).map(([name, field]) => sortOf(name, field));
  const filtered = entriesWith(resource, ({ filter }) => filter === true).map(([name]) => snakeCase(name));
  const indexes = [...new Set(['created_at', 'updated_at', ...sorted, ...filtered])].map(
    (expression) => `CREATE INDEX ON ${table} (${expression}, id);`,
  );
  const hidden = resource.uniqueFields.map((name) => snakeCase(keyOf(name)));
  return [`CREATE TABLE ${table} (${columns.join(', ')});`, ...indexes, countVersions(table, hidden)].join('\n');
}

/** Adds the permissions of the resource, and gives them to administrators. Existing permissions stay as they are. */
const addPermissions = ({ name, permissions }: OwnResource): string => `
  WITH added AS (
    INSERT INTO permissions (id, code, name, resource, action, is_system, status, created_at, updated_at)
    SELECT gen_random_uuid(), code, code, '${name}', split_part(code, '.', 3), false, 1, now(), now()
    FROM unnest(ARRAY[${Object.values(permissions)
      .map((code) => `'${code}'`)
      .join(', ')}]) AS code
    ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, added.id FROM roles r, added WHERE r.code = 'ADMIN';`;

/**
 * Returns the store of a resource that is defined with `defineResource`.
 * @param since the timestamp of the migration that creates the table, in milliseconds
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
  since: number,
  further: NonNullable<ResourceStore['migrations']> = [],
): ResourceStore<OwnRepository, OwnViews> {
  const name = tableOf(resource);
  const keys = resource.uniqueFields;
  const withKeys = (entity: OwnEntity): OwnEntity => ({
    ...entity,
    ...Object.fromEntries(keys.map((each) => [keyOf(each), uniqueKey(entity[each])])),
  });
  const table = new EntitySchema<OwnEntity>({
    name,
    columns: {
      id: column.id,
      ...Object.fromEntries(Object.entries(resource.fields).map(([each, field]) => [each, columnOf(field)])),
      ...Object.fromEntries(keys.map((each) => [keyOf(each), column.optionalHiddenText])),
      version: column.version,
      ...column.timestamps,
    },
  });
  const collection = versionedCollectionOf(table);
  const columns = column.columnsOf(table, 't');
  const find = { name: `${name} find`, usesPipeline: true, text: `SELECT ${columns} FROM ${name} t WHERE t.id = $1` };
  const findAll = { name: `${name} find all`, text: `SELECT ${columns} FROM ${name} t WHERE t.id = ANY ($1)` };
  const list = listOf<OwnEntity, string, string>({
    table: name,
    columns,
    rowBytes: Object.values(resource.fields).reduce(
      (sum, field) => sum + (field.type === 'text' ? 4 * field.max : 100),
      300,
    ),
    sort: {
      createdAt: 't.created_at',
      updatedAt: 't.updated_at',
      ...Object.fromEntries(
        entriesWith(resource, ({ sort }) => sort === true).map(([each, field]) => [each, sortOf(each, field, 't.')]),
      ),
    },
    filters: Object.fromEntries(
      entriesWith(resource, ({ filter }) => filter === true).map(([each]) => [each, `t.${snakeCase(each)} = ?`]),
    ),
    defaultSort: { by: 'createdAt', order: 'asc' },
  });
  const conditionColumns: ConditionColumns = Object.fromEntries(
    Object.entries(resource.attributes).map(([each, { kind }]) => [each, { kind, sql: `t."${snakeCase(each)}"` }]),
  );
  const suffix = name.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return {
    table,
    versionedSubject: resource.name,
    conditionTargets: resource.conditionTargets,
    conditionedReads: (reader) => ({
      permission: resource.permissions.read,
      attributes: resource.attributes,
      findAll: (ids) => reader.rows<OwnEntity>(findAll, [ids]),
    }),
    migrations: [migration(`${suffix}${since}`, `${createTable(resource)}${addPermissions(resource)}`), ...further],
    constraints: Object.fromEntries(
      keys.map((each) => [
        `${name}_${snakeCase(keyOf(each))}`,
        { refusal: ownTaken(resource.name, each), message: `This ${each} is in use.` },
      ]),
    ),
    repository: (db) => {
      const { lock, add, save, remove } = collection(db);
      return { lock, remove, add: (entity) => add(withKeys(entity)), save: (entity) => save(withKeys(entity)) };
    },
    views: (reader: Reader) => ({
      find: (id) => reader.row<OwnEntity>(find, [id]),
      list: (query, condition) => {
        if (condition === undefined) return list(reader, query);
        const { text, value } = compileCondition(condition, conditionColumns, '?');
        return list(reader, query, { condition: text, value });
      },
    }),
  };
}

import { createHash } from 'node:crypto';
import {
  asText,
  byType,
  kindOf,
  type BuiltInTarget,
  type OwnField,
  type OwnReference,
  type OwnTarget,
} from '@portcullis/domain/internal/own-fields';
import type { OwnResource } from '@portcullis/domain/internal/own-resource';
import type { EntitySchemaColumnOptions } from 'typeorm';
import { searchText, timestamps } from './schema/shared/columns.ts';
import { countLinkChanges, countLinks, countVersions, versionColumns } from './schema/shared/versions.ts';
import { snakeCase } from './sql/columns.ts';

/** Returns the type of the column of a field in SQL; undefined if the field has a join table. */
const sqlTypeOf: (field: OwnField) => string | undefined = byType<string | undefined>({
  text: () => 'text',
  markdown: () => 'text',
  integer: () => 'integer',
  decimal: ({ precision, scale }) => `numeric(${precision},${scale})`,
  flag: () => 'boolean',
  choice: () => 'text',
  date: () => 'date',
  time: () => 'timestamp(3) with time zone',
  json: () => 'jsonb',
  list: ({ of }) => `${sqlTypeOf(of)}[]`,
  email: () => 'text',
  url: () => 'text',
  reference: () => 'uuid',
  references: () => undefined,
  file: () => 'uuid',
});

/** Returns the column of a field for TypeORM; undefined if the field has a join table. */
export function columnOf(field: OwnField): EntitySchemaColumnOptions | undefined {
  const sql = sqlTypeOf(field);
  // TypeORM needs to know only which values are JSON.
  return sql === undefined ? undefined : { type: sql === 'jsonb' ? sql : 'text', nullable: field.optional === true };
}

/** Returns the name of a constraint. PostgreSQL would truncate a longer name, and report it truncated. */
export function constraintName(...parts: readonly string[]): string {
  const name = parts.join('_');
  if (name.length <= 63) return name;
  return `${name.slice(0, 54)}_${createHash('sha1').update(name).digest('hex').slice(0, 8)}`;
}

/** Returns the name of the table of a resource: `acme_labels` for the plural `acme.labels`. */
export const tableOf = ({ plural }: Pick<OwnTarget, 'plural'>): string => snakeCase(plural.replaceAll('.', '_'));

const builtInTables: Readonly<Record<BuiltInTarget, string>> = {
  user: 'users',
  role: 'roles',
  content: 'all_contents',
  category: 'categories',
  tag: 'tags',
  media: 'media',
};

const targetTable = (to: OwnReference['to']): string => (typeof to === 'string' ? builtInTables[to] : tableOf(to));

/** The join table of a field with several references. */
export interface OwnLinks {
  readonly field: string;
  readonly table: string;
  /** An SQL expression for the ids, in their order. The owner has the alias `t`. */
  readonly ids: string;
}

export const linksOf = (resource: Pick<OwnTarget, 'plural' | 'references'>): readonly OwnLinks[] =>
  resource.references.flatMap(({ field, isList }) => {
    const table = constraintName(tableOf(resource), snakeCase(field));
    const ids = `array(SELECT l.linked_id FROM ${table} l WHERE l.owner_id = t.id ORDER BY l.place)`;
    return isList ? [{ field, table, ids }] : [];
  });

/** Returns the names of the table of a resource and of its join tables. */
export const tableNames = (resource: Pick<OwnTarget, 'plural' | 'references'>): readonly string[] => [
  tableOf(resource),
  ...linksOf(resource).map(({ table }) => table),
];

const keyOf = (name: string): string => `${name}Key`;

/** Returns the names of the hidden properties with the keys of texts that must be unique, by the names of the fields. */
export const keyNames = ({ fields, uniques }: OwnResource): ReadonlyMap<string, string> =>
  new Map(
    uniques
      .flat()
      .filter((name) => fields[name] !== undefined && kindOf(fields[name]).ignoresCase === true)
      .map((name) => [name, keyOf(name)]),
  );

/** A constraint whose violation is reported to the client. */
export interface OwnUnique {
  readonly constraint: string;
  readonly columns: readonly string[];
  readonly fields: readonly string[];
}

export function uniquesOf(resource: OwnResource): readonly OwnUnique[] {
  const keys = keyNames(resource);
  return resource.uniques.map((fields) => {
    const columns = fields.map((name) => snakeCase(keys.get(name) ?? name));
    return { constraint: constraintName(tableOf(resource), ...columns), columns, fields };
  });
}

/** Returns the name of the constraint of a reference. */
export const foreignKeyOf = (resource: OwnResource, { field }: OwnReference): string =>
  constraintName(tableOf(resource), snakeCase(field), 'fkey');

const collations = { language: 'COLLATE "und-x-icu"', value: '' };

/** Returns the SQL expression by which a field is sorted. */
export function sortOf(name: string, field: OwnField, alias = ''): string {
  const collation = field.type === 'choice' ? 'COLLATE "C"' : collations[kindOf(field).order ?? 'value'];
  return `${alias}"${snakeCase(name)}" ${collation}`.trim();
}

/** Numbers with at most this many digits compare alike as decimals and as floating-point numbers. */
const exactDigits = 15;

/** Whether conditions compare a number as a floating-point number, as the evaluator of conditions does. */
export const isFloat = (field: OwnField): boolean =>
  field.type === 'integer' || (field.type === 'decimal' && field.precision > exactDigits);

/** Returns the SQL expression of a list in which conditions look for an element. */
export const comparedList = (sql: string, { of }: OwnField<'list'>): string =>
  isFloat(of) ? `(${sql}::float8[])` : sql;

/** Returns the SQL expression that conditions compare, for the index of a field. */
const comparedOf = (name: string, field: OwnField): string => {
  if (isFloat(field)) return `("${snakeCase(name)}"::float8)`;
  return `"${snakeCase(name)}"${sqlTypeOf(field) === 'text' ? ' COLLATE "C"' : ''}`;
};

/**
 * Entries are removed with events after what they refer to, so that foreign keys are checked at the commit. Those that
 * refuse are too, because an entry can also be removed for another of its references.
 */
const deferred = 'DEFERRABLE INITIALLY DEFERRED';

/**
 * Keeps contents to which entries refer out of the bin, and contents in the bin out of entries, because a foreign key sees
 * no difference. Both locks conflict, so that concurrent writes cannot do both. The messages have the form of those of a
 * foreign key.
 */
const keepContent = (table: string, column: string, constraint: string): string => `
CREATE OR REPLACE FUNCTION ${constraint}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_TABLE_NAME <> 'all_contents' THEN
    PERFORM FROM all_contents WHERE id = NEW.${column} AND removed_at IS NULL FOR SHARE;
    IF NEW.${column} IS NOT NULL AND NOT FOUND THEN
      RAISE foreign_key_violation USING CONSTRAINT = '${constraint}';
    END IF;
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT FROM ${table} WHERE ${column} = NEW.id) THEN
    RAISE foreign_key_violation USING CONSTRAINT = '${constraint}', DETAIL = '(id)=' || NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ${constraint} AFTER UPDATE OF removed_at ON all_contents FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION ${constraint}();
CREATE OR REPLACE TRIGGER ${constraint} BEFORE INSERT OR UPDATE OF ${column} ON ${table} FOR EACH ROW
  EXECUTE FUNCTION ${constraint}();`;

/** Returns the SQL of a text. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns the default of a field in SQL, for the entries that exist; undefined if it has none that fits all of them. */
function defaultOf(field: OwnField): string | undefined {
  const { default: value, type } = field;
  if (value === undefined || value === 'caller' || type === 'markdown') return undefined;
  if (value === 'now') return type === 'date' ? "(now() AT TIME ZONE 'UTC')::date" : 'now()';
  if (type === 'list' && Array.isArray(value))
    return `ARRAY[${value.map((each) => quoted(String(each))).join(', ')}]::${sqlTypeOf(field)}`;
  return typeof value === 'string' || typeof value === 'object' ? quoted(asText(value)) : String(value);
}

/** A column of a table of a resource. */
export interface OwnColumn {
  readonly type: string;
  readonly isRequired: boolean;
  /** The SQL expression of the value that existing entries get in a new column. */
  readonly initial?: string | undefined;
}

/** What a migration can add to a table by itself: an index, a constraint, a trigger or a join table. */
interface OwnPart {
  /** The name in the catalogue of the database; of a trigger after the word `trigger`. */
  readonly name: string;
  /** The statements that add the part. They change nothing if it exists. */
  readonly sql: string;
  /** The definition of a constraint. */
  readonly constraint?: string;
}

/** The table of a resource, with what belongs to it. */
export interface OwnTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, OwnColumn>>;
  readonly hidden: readonly string[];
  readonly searched: readonly string[];
  readonly parts: readonly OwnPart[];
}

/** Whether a filter of lists compares the column of a field. */
const isIndexed = ({ filter, type }: OwnField): boolean => filter === true && type !== 'references' && type !== 'list';

/** The last part of the name of an index, by what its expression contains. */
const indexKinds = { '"und-x-icu"': 'ordered', '"C"': 'exact', float8: 'number', LAST: 'falling' };

const indexName = (table: string, column: string, expression: string): string => {
  const kinds = Object.entries(indexKinds).flatMap(([part, kind]) => (expression.includes(part) ? kind : []));
  return constraintName(table, column, ...kinds, 'idx');
};

/** Returns an index for each order and filter of lists, and for each reference. */
function indexesOf(table: string, { fields, references }: OwnResource): readonly OwnPart[] {
  const indexes = [
    ['created_at', 'created_at'],
    ['updated_at', 'updated_at'],
    ...Object.entries(fields).flatMap(([name, field]) => {
      const isSorted = field.sort === true;
      const isReference = references.some((each) => each.field === name && !each.isList);
      const expressions = [
        ...(isSorted ? [sortOf(name, field)] : []),
        ...(isIndexed(field) ? [comparedOf(name, field)] : []),
        // Falling order with the missing values last is not the reverse of rising order.
        ...(isSorted && field.optional === true ? [`${sortOf(name, field)} DESC NULLS LAST`] : []),
        ...(isReference ? [`"${snakeCase(name)}"`] : []),
      ];
      return expressions.map((expression) => [snakeCase(name), expression]);
    }),
  ].map(([column = '', expression = '']): OwnPart => {
    const name = indexName(table, column, expression);
    const key = `${expression}, id${expression.endsWith('LAST') ? ' DESC' : ''}`;
    return { name, sql: `CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${key});` };
  });
  const lists = Object.entries(fields).flatMap(([name, field]): readonly OwnPart[] => {
    if (field.type !== 'list' || field.filter !== true) return [];
    const expression = comparedList(`"${snakeCase(name)}"`, field);
    const index = indexName(table, snakeCase(name), expression);
    return [{ name: index, sql: `CREATE INDEX IF NOT EXISTS ${index} ON ${table} USING gin (${expression});` }];
  });
  return [...new Map([...indexes, ...lists].map((index) => [index.name, index])).values()];
}

const constraintPart = (table: string, name: string, definition: string): OwnPart => ({
  name,
  constraint: definition,
  sql: `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}, ADD CONSTRAINT ${name} ${definition};`,
});

/** Returns the foreign key of a reference with its triggers, and the join table of several references. */
function referenceParts(table: string, resource: OwnResource, reference: OwnReference): readonly OwnPart[] {
  const { field, to, isList, onDelete: action } = reference;
  const name = foreignKeyOf(resource, reference);
  const column = isList ? 'linked_id' : `"${snakeCase(field)}"`;
  const clear = isList ? 'ON DELETE CASCADE' : 'ON DELETE SET NULL';
  const key = `FOREIGN KEY (${column}) REFERENCES ${targetTable(to)} ${action === 'clear' ? clear : deferred}`;
  const link = linksOf(resource).find((each) => each.field === field)?.table;
  const counted = { table: link ?? '', owners: table, owner: 'owner_id' };
  const joinTable = (of: string): OwnPart => ({
    name: of,
    sql: `CREATE TABLE IF NOT EXISTS ${of} (
  owner_id uuid NOT NULL REFERENCES ${table} ON DELETE CASCADE,
  linked_id uuid NOT NULL,
  place integer NOT NULL,
  PRIMARY KEY (owner_id, linked_id)
);
CREATE INDEX IF NOT EXISTS ${constraintName(of, 'linked_id', 'idx')} ON ${of} (linked_id, owner_id);${countLinks(counted)}${countLinkChanges(counted, 'NEW.place <> OLD.place')}`,
  });
  const uses = constraintName(table, snakeCase(field), 'uses');
  const [used, entry] = isList ? ['linked_id', 'owner_id'] : [snakeCase(field), 'id'];
  const useTrigger = {
    name: `trigger ${uses}`,
    sql: `CREATE OR REPLACE TRIGGER ${uses} AFTER INSERT OR UPDATE OR DELETE ON ${link ?? table}
  FOR EACH ROW EXECUTE FUNCTION keep_media_uses('${used}', '${entry}');`,
  };
  return [
    ...(link === undefined ? [] : [joinTable(link)]),
    constraintPart(link ?? table, name, key),
    ...(to === 'media' ? [useTrigger] : []),
    ...(to === 'content' && action === 'refuse'
      ? [{ name: `trigger ${name}`, sql: keepContent(link ?? table, column, name) }]
      : []),
  ];
}

/** Returns the table of a resource, its join tables, and an index for each order and filter of lists. */
export function ownTable(resource: OwnResource): OwnTable {
  const { fields, references } = resource;
  const name = tableOf(resource);
  const hidden = [...keyNames(resource).values()].map(snakeCase);
  const own = Object.entries(fields).flatMap(([each, field]): readonly (readonly [string, OwnColumn])[] => {
    const type = sqlTypeOf(field);
    const isRequired = field.optional !== true;
    return type === undefined ? [] : [[snakeCase(each), { type, isRequired, initial: defaultOf(field) }]];
  });
  const texts = [...[...resource.htmlNames.values()].map(snakeCase), ...hidden];
  return {
    name,
    columns: Object.fromEntries([...own, ...texts.map((each) => [each, { type: 'text', isRequired: false }] as const)]),
    hidden,
    searched: resource.searchedFields.map(snakeCase),
    parts: [
      ...uniquesOf(resource).map(({ constraint, columns }) =>
        constraintPart(name, constraint, `UNIQUE (${columns.map((each) => `"${each}"`).join(', ')})`),
      ),
      ...references.flatMap((reference) => referenceParts(name, resource, reference)),
      ...indexesOf(name, resource),
    ],
  };
}

/** Returns the definition of the column in which lists search. */
export const searchColumn = ({ searched }: OwnTable): string => searchText(...searched.map((name) => `"${name}"`));

/** The statements that create the table of a resource. */
export function createTables(resource: OwnResource): string {
  const table = ownTable(resource);
  const { name, columns, parts } = table;
  const lines = [
    'id uuid PRIMARY KEY',
    ...Object.entries(columns).map(
      ([each, { type, isRequired }]) => `"${each}" ${type}${isRequired ? ' NOT NULL' : ''}`,
    ),
    versionColumns,
    timestamps,
    searchColumn(table),
  ];
  return [
    `CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n);`,
    countVersions(name, table.hidden).trim(),
    ...parts.map(({ sql }) => sql.trim()),
  ].join('\n');
}

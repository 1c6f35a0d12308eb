import { createHash } from 'node:crypto';
import type { Reaches } from '@portcullis/application/internal/ports/lists';
import {
  byType,
  kindOf,
  type BuiltInTarget,
  type OwnField,
  type OwnReference,
  type OwnTarget,
} from '@portcullis/domain/internal/own-fields';
import { filterAttributes, type OwnResource } from '@portcullis/domain/internal/own-resource';
import type { EntitySchemaColumnOptions } from 'typeorm';
import type { ConditionColumn, ConditionColumns } from './conditions/compile-condition.ts';
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
function constraintName(...parts: readonly string[]): string {
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
const isFloat = (field: OwnField): boolean =>
  field.type === 'integer' || (field.type === 'decimal' && field.precision > exactDigits);

/** Returns the SQL expression that conditions compare, for the index of a field. */
const comparedOf = (name: string, field: OwnField): string => {
  if (isFloat(field)) return `("${snakeCase(name)}"::float8)`;
  return `"${snakeCase(name)}"${sqlTypeOf(field) === 'text' ? ' COLLATE "C"' : ''}`;
};

/** Returns how conditions compare a field. */
function conditionColumnOf(name: string, field: OwnField, links: readonly OwnLinks[]): ConditionColumn | undefined {
  const { attribute } = kindOf(field);
  if (attribute === undefined) return undefined;
  const { kind } = attribute;
  const link = links.find((each) => each.field === name);
  if (link !== undefined) {
    const contains = (id: string) => `t.id IN (SELECT l.owner_id FROM ${link.table} l WHERE l.linked_id = ${id})`;
    return { kind, sql: link.ids, contains };
  }
  const sql = `t."${snakeCase(name)}"`;
  if (isFloat(field)) return { kind, sql: `${sql}::float8` };
  if (field.type === 'decimal') return { kind, sql, type: 'numeric' };
  return { kind, sql };
}

/** Returns where the attributes are stored that conditions on the permissions of a resource compare. */
function conditionColumns(resource: Pick<OwnTarget, 'plural' | 'fields' | 'references'>): ConditionColumns {
  const links = linksOf(resource);
  return Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) => {
      const compared = conditionColumnOf(name, field, links);
      return compared === undefined ? [] : [[name, compared] as const];
    }),
  );
}

/**
 * Returns where the attributes are stored that filters of the list compare.
 * @param reaches what the caller may read of each resource. Values of other entries are missing.
 */
export function filterColumns(resource: OwnTarget, reaches: Reaches = {}): ConditionColumns {
  const reached = Object.entries(filterAttributes(resource)).flatMap(([name, { kind }]) => {
    const [field = '', ...further] = name.split('.');
    const to = resource.references.find((each) => each.field === field)?.to;
    if (further.length === 0 || typeof to !== 'object') return [];
    const through = {
      key: `t."${snakeCase(field)}"`,
      table: tableOf(to),
      attribute: further.join('.'),
      columns: () => filterColumns(to, reaches),
      reach: reaches[to.name] ?? false,
    };
    return [[name, { kind, sql: 'NULL', through }] as const];
  });
  return {
    ...conditionColumns(resource),
    id: { kind: 'id', sql: 't.id' },
    createdAt: { kind: 'time', sql: 't.created_at' },
    updatedAt: { kind: 'time', sql: 't.updated_at' },
    ...Object.fromEntries(reached),
  };
}

/** Entries are removed with events after what they refer to, so that their foreign keys are checked at the commit. */
const deferred = 'DEFERRABLE INITIALLY DEFERRED';
const onDelete = { refuse: '', clear: 'ON DELETE SET NULL', remove: deferred } as const;
const onDeleteOfLink = { refuse: '', clear: 'ON DELETE CASCADE', remove: deferred } as const;

/**
 * Keeps contents to which entries refer out of the bin, and contents in the bin out of entries, because a foreign key sees
 * no difference. Both locks conflict, so that concurrent writes cannot do both. The messages have the form of those of a
 * foreign key.
 */
const keepContent = (table: string, column: string, constraint: string): string => `
CREATE FUNCTION ${constraint}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
CREATE TRIGGER ${constraint} AFTER UPDATE OF removed_at ON all_contents FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION ${constraint}();
CREATE TRIGGER ${constraint} BEFORE INSERT OR UPDATE OF ${column} ON ${table} FOR EACH ROW
  EXECUTE FUNCTION ${constraint}();`;

/** Returns the columns of the tables of a resource with their types, by the names of the tables. */
export function declaredColumns(resource: OwnResource): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const own = Object.entries(resource.fields).flatMap(([name, field]) => {
    const sql = sqlTypeOf(field);
    return sql === undefined ? [] : [[snakeCase(name), sql] as const];
  });
  const texts = [...resource.htmlNames.values(), ...keyNames(resource).values()];
  const all = [...own, ...texts.map((name) => [snakeCase(name), 'text'] as const)];
  const linkColumns = { owner_id: 'uuid', linked_id: 'uuid', place: 'integer' };
  const links = linksOf(resource).map(({ table }) => [table, linkColumns] as const);
  return { [tableOf(resource)]: Object.fromEntries(all), ...Object.fromEntries(links) };
}

/** Whether a filter of lists compares the column of a field. */
const isIndexed = ({ filter, type }: OwnField): boolean => filter === true && type !== 'references' && type !== 'list';

/** The statements that create the table of a resource, its join tables, and an index for each order and filter of lists. */
export function createTables(resource: OwnResource): string {
  const { fields, references } = resource;
  const table = tableOf(resource);
  const links = linksOf(resource);
  const entriesWith = (has: (field: OwnField) => boolean) => Object.entries(fields).filter(([, field]) => has(field));
  const hidden = [...keyNames(resource).values()].map(snakeCase);
  const searched = entriesWith((field) => Reflect.get(field, 'search') === true);
  const foreignKeys = references.map((reference) => {
    const { field, to, isList } = reference;
    const name = foreignKeyOf(resource, reference);
    const [column, action] = isList
      ? ['linked_id', onDeleteOfLink[reference.onDelete]]
      : [`"${snakeCase(field)}"`, onDelete[reference.onDelete]];
    return {
      ...reference,
      column,
      name,
      sql: `CONSTRAINT ${name} FOREIGN KEY (${column}) REFERENCES ${targetTable(to)} ${action}`,
    };
  });
  const columns = [
    'id uuid PRIMARY KEY',
    ...Object.entries(fields).flatMap(([name, field]) => {
      const sql = sqlTypeOf(field);
      return sql === undefined ? [] : `"${snakeCase(name)}" ${sql}${field.optional ? '' : ' NOT NULL'}`;
    }),
    ...[...resource.htmlNames.values()].map((name) => `"${snakeCase(name)}" text`),
    ...hidden.map((key) => `${key} text`),
    ...uniquesOf(resource).map(
      ({ constraint, columns: of }) => `CONSTRAINT ${constraint} UNIQUE (${of.map((each) => `"${each}"`).join(', ')})`,
    ),
    ...foreignKeys.flatMap(({ isList, sql }) => (isList ? [] : sql)),
    versionColumns,
    timestamps,
    searchText(...searched.map(([name]) => `"${snakeCase(name)}"`)),
  ];
  const indexes = new Set([
    'created_at',
    'updated_at',
    ...entriesWith(({ sort }) => sort === true).map(([name, field]) => sortOf(name, field)),
    ...entriesWith(isIndexed).map(([name, field]) => comparedOf(name, field)),
    ...entriesWith(({ sort, optional }) => sort === true && optional === true).map(
      // Falling order with the missing values last is not the reverse of rising order.
      ([name, field]) => `${sortOf(name, field)} DESC NULLS LAST`,
    ),
    ...references.flatMap(({ field, isList }) => (isList ? [] : `"${snakeCase(field)}"`)),
  ]);
  const linkTables = links.map(({ field, table: link }) => {
    const key = foreignKeys.find((each) => each.field === field)?.sql;
    const counted = { table: link, owners: table, owner: 'owner_id' };
    return `CREATE TABLE ${link} (owner_id uuid NOT NULL REFERENCES ${table} ON DELETE CASCADE, linked_id uuid NOT NULL,
        place integer NOT NULL, PRIMARY KEY (owner_id, linked_id), ${key});
      CREATE INDEX ON ${link} (linked_id, owner_id);${countLinks(counted)}${countLinkChanges(counted, 'NEW.place <> OLD.place')}`;
  });
  const kept = foreignKeys.filter(({ to, onDelete: action }) => to === 'content' && action === 'refuse');
  return [
    `CREATE TABLE ${table} (${columns.join(', ')});`,
    ...[...indexes].map(
      (expression) => `CREATE INDEX ON ${table} (${expression}, id${expression.endsWith('LAST') ? ' DESC' : ''});`,
    ),
    ...entriesWith(({ type, filter }) => type === 'list' && filter === true).map(
      ([name]) => `CREATE INDEX ON ${table} USING gin ("${snakeCase(name)}");`,
    ),
    countVersions(table, hidden),
    ...linkTables,
    ...foreignKeys.flatMap(({ to, field, isList }) => {
      if (to !== 'media') return [];
      const [on, column, entry] = isList
        ? [links.find((each) => each.field === field)?.table, 'linked_id', 'owner_id']
        : [table, snakeCase(field), 'id'];
      return `CREATE TRIGGER ${constraintName(table, snakeCase(field), 'uses')} AFTER INSERT OR UPDATE OR DELETE ON ${on}
        FOR EACH ROW EXECUTE FUNCTION keep_media_uses('${column}', '${entry}');`;
    }),
    ...kept.map(({ field, column, name }) =>
      keepContent(links.find((each) => each.field === field)?.table ?? table, column, name),
    ),
  ].join('\n');
}

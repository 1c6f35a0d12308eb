import type { OwnResource } from '@portcullis/domain';
import { htmlNames } from '@portcullis/domain/internal/own-fields';
import { columnDifferences, lacksValue, requiredOfLinks } from './compare-tables.ts';
import { addPermissions } from './own-resources.ts';
import {
  constraintName,
  createTables,
  keyNames,
  ownTable,
  searchColumn,
  tableOf,
  type OwnTable,
} from './own-tables.ts';
import { countVersions } from './schema/shared/versions.ts';
import { snakeCase } from './sql/columns.ts';
import type { StoredTables } from './stored-tables.ts';

/** What a statement does that needs a decision of a person. */
type Risk = 'loses data' | 'rewrites the table' | 'stops the previous release';

/** A statement that brings a table closer to its resource. */
interface PlannedStatement {
  readonly sql: string;
  readonly risk?: Risk;
}

/** The statements for the table of a resource. */
export interface TableChange {
  readonly table: string;
  readonly statements: readonly PlannedStatement[];
}

/** No statement can make the table what the resource declares. The message is a sentence that says what to change. */
export class CannotPlan extends Error {
  override readonly name = 'CannotPlan';
}

/**
 * Returns the statements after which the tables have what resources declare. TypeORM's schema builder does not fit: it
 * knows neither collations of indexes nor generated columns nor triggers, and drops what a table has beside.
 * @throws {CannotPlan}
 */
export const planTables = (resources: readonly OwnResource[], stored: StoredTables): readonly TableChange[] =>
  referredFirst(resources).flatMap((resource) => {
    const statements = planTable(resource, stored);
    return statements.length === 0 ? [] : [{ table: tableOf(resource), statements }];
  });

type Differences = ReturnType<typeof columnDifferences>;

/** Returns resources in an order in which each follows those to which it refers. */
function referredFirst(resources: readonly OwnResource[]): readonly OwnResource[] {
  const ordered = new Set<OwnResource>();
  const add = (resource: OwnResource): void => {
    for (const { to } of resource.references) {
      const target = resources.find((each) => typeof to === 'object' && each.name === to.name && each !== resource);
      if (target !== undefined) add(target);
    }
    ordered.add(resource);
  };
  resources.forEach(add);
  return [...ordered];
}

function planTable(resource: OwnResource, found: StoredTables): readonly PlannedStatement[] {
  const table = ownTable(resource);
  if (!found.columns.has(table.name)) return [{ sql: createTables(resource) }, { sql: addPermissions(resource) }];
  const { statements: renames, stored } = renameFields(resource, found);
  const differences = columnDifferences(resource, stored);
  const search = searchStatements(table, differences, stored);
  return [
    ...formerTriggers(resource, table, found),
    ...renames,
    ...search.slice(0, 1),
    ...columnStatements(table, differences, stored),
    // Updates need the column in which lists search, and must count no versions for hidden columns.
    ...search.slice(1),
    ...versionStatements(table, stored),
    ...valueStatements(resource, differences),
    ...resource.removed.flatMap((field) => removeField(table, snakeCase(field), stored)),
    ...requiredOfLinks(resource, stored).map((each) => ({ sql: mayBeNull(each.table, each.column) })),
    ...missingParts(table, stored),
    ...(Object.values(resource.permissions).every((code) => stored.permissions.has(code))
      ? []
      : [{ sql: addPermissions(resource) }]),
  ];
}

/**
 * Returns the statements that drop and add the column in which lists search; none if it can stay. It prevents changes of
 * the columns from which it is computed.
 */
function searchStatements(
  table: OwnTable,
  differences: Differences,
  stored: StoredTables,
): readonly PlannedStatement[] {
  const searched = stored.searched.get(table.name) ?? [];
  const isSame = searched.length === table.searched.length && searched.every((each) => table.searched.includes(each));
  const isRetyped = differences.some(
    ({ column, declared, stored: has }) => declared?.type !== has?.type && searched.includes(column),
  );
  if (isSame && !isRetyped) return [];
  const risk = 'rewrites the table';
  return [
    { sql: alter(table.name, 'DROP COLUMN IF EXISTS search_text'), risk },
    { sql: alter(table.name, `ADD COLUMN ${searchColumn(table)}`), risk },
  ];
}

const alter = (table: string, change: string): string => `ALTER TABLE ${table} ${change};`;

const mayBeNull = (table: string, column: string): string => alter(table, `ALTER COLUMN "${column}" DROP NOT NULL`);

/** Returns the statements that add columns, and change types and what can be null. */
function columnStatements(
  table: OwnTable,
  differences: Differences,
  stored: StoredTables,
): readonly PlannedStatement[] {
  const { name } = table;
  return differences.flatMap((difference): readonly PlannedStatement[] => {
    const { column, declared, stored: has } = difference;
    const nullable = [{ sql: mayBeNull(name, column) }];
    if (declared === undefined) return lacksValue(difference) ? nullable : [];
    const { type, isRequired, initial } = declared;
    if (has === undefined) {
      if (isRequired && initial === undefined)
        throw new CannotPlan(
          `The column ${column} of ${name} is new and required: give the field a default, or make it optional.`,
        );
      const required = isRequired ? ` NOT NULL DEFAULT ${initial}` : '';
      return [{ sql: alter(name, `ADD COLUMN IF NOT EXISTS "${column}" ${type}${required}`) }];
    }
    const optional = has.isRequired && !isRequired ? nullable : [];
    if (type === has.type) return optional;
    const retyped = alter(name, `ALTER COLUMN "${column}" TYPE ${type} USING "${column}"::${type}`);
    return [...staleIndexes(table, column, stored), { sql: retyped, risk: 'rewrites the table' }, ...optional];
  });
}

/** Returns the statements that give values to existing entries. */
function valueStatements(resource: OwnResource, differences: Differences): readonly PlannedStatement[] {
  const table = tableOf(resource);
  const sources = new Map([...keyNames(resource)].map(([field, key]) => [snakeCase(key), snakeCase(field)]));
  return differences.flatMap(({ column, declared, stored }): readonly PlannedStatement[] => {
    const source = stored === undefined ? sources.get(column) : undefined;
    // The same as the keys that the service stores.
    if (source !== undefined)
      return [{ sql: `UPDATE ${table} SET "${column}" = normalize(lower("${source}" COLLATE "und-x-icu"), NFC);` }];
    if (stored === undefined || declared?.isRequired !== true || stored.isRequired) return [];
    const { initial } = declared;
    return [
      ...(initial === undefined
        ? []
        : [{ sql: `UPDATE ${table} SET "${column}" = ${initial} WHERE "${column}" IS NULL;` }]),
      { sql: alter(table, `ALTER COLUMN "${column}" SET NOT NULL`), risk: 'stops the previous release' },
    ];
  });
}

/** Returns the statements that drop the indexes of a column that another type of field had. */
function staleIndexes(table: OwnTable, column: string, { names }: StoredTables): readonly PlannedStatement[] {
  const kinds = [[], ['ordered'], ['exact'], ['number'], ['falling'], ['ordered', 'falling'], ['exact', 'falling']];
  return kinds
    .map((kind) => constraintName(table.name, column, ...kind, 'idx'))
    .filter((name) => names.has(name))
    .map((name) => ({ sql: `DROP INDEX IF EXISTS ${name};` }));
}

/** Returns the statement that replaces the function that counts versions, if the hidden columns have changed. */
function versionStatements({ name, hidden }: OwnTable, { functions }: StoredTables): readonly PlannedStatement[] {
  const sql = countVersions(name, hidden).trim();
  const [, body] = sql.split('$$');
  return functions.get(`count_version_of_${name}`) === body ? [] : [{ sql }];
}

/** Returns the statements for the indexes, constraints, triggers and join tables that are missing, or have changed. */
const missingParts = ({ parts }: OwnTable, stored: StoredTables): readonly PlannedStatement[] =>
  parts.filter((part) => !isStored(part, stored)).map(({ sql }) => ({ sql: sql.trim() }));

/** Whether a database has a part of a table as it is declared. */
const isStored = ({ name, constraint }: OwnTable['parts'][number], { names, constraints }: StoredTables): boolean =>
  constraint === undefined ? names.has(name) : definitionOf(constraints.get(name) ?? '') === definitionOf(constraint);

/** Returns the definition of a constraint without the names that PostgreSQL adds. */
const definitionOf = (sql: string): string => sql.replaceAll('"', '').replace(/(REFERENCES \w+)\(id\)/, '$1');

function dropTrigger(name: string, table: string, { functions, names }: StoredTables): readonly PlannedStatement[] {
  if (functions.has(name)) return [{ sql: `DROP FUNCTION IF EXISTS ${name}() CASCADE;` }];
  return names.has(`trigger ${name}`) ? [{ sql: `DROP TRIGGER IF EXISTS ${name} ON ${table};` }] : [];
}

/** Returns the statements that drop the triggers with which references kept contents out of the bin, if they no longer do. */
const formerTriggers = (
  { fields, renamed }: OwnResource,
  { name, parts }: OwnTable,
  stored: StoredTables,
): readonly PlannedStatement[] =>
  [...Object.keys(fields), ...Object.keys(renamed)]
    .map((field) => constraintName(name, snakeCase(field), 'fkey'))
    .filter((each) => stored.functions.has(each) && !parts.some((part) => part.name === `trigger ${each}`))
    .flatMap((each) => dropTrigger(each, name, stored));

/** Returns the statements that remove a former field with its values. */
function removeField(table: OwnTable, column: string, stored: StoredTables): readonly PlannedStatement[] {
  const { name } = table;
  const link = constraintName(name, column);
  const uses = constraintName(name, column, 'uses');
  const hasLink = stored.names.has(link) && !table.parts.some((part) => part.name === link);
  const columns = [column, `${column}_key`, `${column}_html`].filter(
    (each) => stored.columns.get(name)?.has(each) === true && !(each in table.columns),
  );
  if (!hasLink && columns.length === 0) return [];
  const drop = hasLink
    ? `DROP TABLE IF EXISTS ${link};`
    : `ALTER TABLE ${name} ${columns.map((each) => `DROP COLUMN IF EXISTS "${each}"`).join(', ')};`;
  // The trigger that counts the uses of files removes those of the field.
  const clear = hasLink
    ? `DELETE FROM ${link};`
    : `ALTER TABLE ${name} ALTER COLUMN "${column}" DROP NOT NULL;\nUPDATE ${name} SET "${column}" = NULL;`;
  return [
    ...(stored.names.has(`trigger ${uses}`) ? [{ sql: clear, risk: 'loses data' } as const] : []),
    ...dropTrigger(uses, hasLink ? link : name, stored),
    ...dropTrigger(constraintName(name, column, 'fkey'), name, stored),
    { sql: drop, risk: 'loses data' },
  ];
}

/** Returns a resource in which a field has another name. */
function withFieldNamed(resource: OwnResource, from: string, to: string): OwnResource {
  const renamed = (name: string): string => (name === from ? to : name);
  const fields = Object.fromEntries(Object.entries(resource.fields).map(([name, field]) => [renamed(name), field]));
  return {
    ...resource,
    fields,
    htmlNames: htmlNames(fields),
    searchedFields: resource.searchedFields.map(renamed),
    uniques: resource.uniques.map((names) => names.map(renamed)),
    references: resource.references.map((each) => ({ ...each, field: renamed(each.field) })),
  };
}

/** Returns the statements that rename fields, and what the tables then are. */
function renameFields(resource: OwnResource, stored: StoredTables) {
  const { name } = ownTable(resource);
  return Object.entries(resource.renamed).reduce<{ statements: readonly PlannedStatement[]; stored: StoredTables }>(
    (planned, [from, to]) => {
      const columns = planned.stored.columns.get(name);
      if (resource.fields[to]?.type === 'references' && stored.names.has(constraintName(name, snakeCase(from))))
        throw new CannotPlan(
          `The references ${from} of ${resource.name} are in a table of their own: rename it by hand.`,
        );
      if (columns?.has(snakeCase(from)) !== true || columns.has(snakeCase(to))) return planned;
      const [old, renamed] = [ownTable(withFieldNamed(resource, to, from)), ownTable(resource)];
      const names = new Map(
        Object.keys(old.columns).map((each, index) => [each, Object.keys(renamed.columns)[index] ?? each]),
      );
      const columnRenames = [...names].filter(([before, after]) => before !== after && columns.has(before));
      const parts = old.parts.flatMap((part, index) => {
        const next = renamed.parts[index];
        return next === undefined ||
          next.name === part.name ||
          (!planned.stored.names.has(part.name) && !planned.stored.constraints.has(part.name))
          ? []
          : [{ part, next }];
      });
      const statements = [
        ...columnRenames.map(([before, after]) => ({
          sql: `ALTER TABLE ${name} RENAME COLUMN "${before}" TO "${after}";`,
          risk: 'stops the previous release' as const,
        })),
        ...parts.flatMap(({ part, next }): readonly PlannedStatement[] => {
          // `formerTriggers` drops a trigger that has a function of its own.
          if (part.name.startsWith('trigger '))
            return stored.functions.has(part.name.slice(8))
              ? []
              : dropTrigger(part.name.slice(8), name, planned.stored);
          if (part.constraint === undefined) return [{ sql: `ALTER INDEX ${part.name} RENAME TO ${next.name};` }];
          return [{ sql: `ALTER TABLE ${name} RENAME CONSTRAINT ${part.name} TO ${next.name};` }];
        }),
      ];
      const kept = parts.filter(({ part }) => !part.name.startsWith('trigger '));
      return {
        statements: [...planned.statements, ...statements],
        stored: {
          ...planned.stored,
          columns: new Map([
            ...planned.stored.columns,
            [name, new Map([...columns].map(([each, column]) => [names.get(each) ?? each, column]))],
          ]),
          names: new Set([...planned.stored.names, ...kept.map(({ next }) => next.name)]),
          constraints: new Map([
            ...planned.stored.constraints,
            ...kept.map(({ part, next }): [string, string] => [
              next.name,
              isStored(part, planned.stored) ? (next.constraint ?? '') : '',
            ]),
          ]),
          searched: new Map([
            ...planned.stored.searched,
            [name, (planned.stored.searched.get(name) ?? []).map((each) => names.get(each) ?? each)],
          ]),
        },
      };
    },
    { statements: [], stored },
  );
}

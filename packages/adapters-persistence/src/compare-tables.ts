import type { OwnResource } from '@portcullis/domain';
import { linksOf, ownTable, tableNames, tableOf, type OwnColumn } from './own-tables.ts';
import { snakeCase } from './sql/columns.ts';
import type { StoredTables } from './stored-tables.ts';

type StoredColumn = NonNullable<ReturnType<NonNullable<ReturnType<StoredTables['columns']['get']>>['get']>>;

/** A column that a resource declares in another way than the table has it. */
interface ColumnDifference {
  readonly column: string;
  /** Undefined if no field has the column. */
  readonly declared: OwnColumn | undefined;
  /** Undefined if the table lacks the column. */
  readonly stored: StoredColumn | undefined;
}

/** The columns that every table of a resource has beside those of its fields. */
const common = new Set(['id', 'version', 'version_tx', 'created_at', 'updated_at', 'search_text']);

/** Returns in which columns a resource and its table differ. */
export function columnDifferences(resource: OwnResource, { columns }: StoredTables): readonly ColumnDifference[] {
  const declared = ownTable(resource).columns;
  const stored = columns.get(tableOf(resource)) ?? new Map<string, StoredColumn>();
  const names = new Set([...Object.keys(declared), ...[...stored.keys()].filter((name) => !common.has(name))]);
  return [...names].flatMap((column) => {
    const [own, found] = [declared[column], stored.get(column)];
    const isSame = own?.type === found?.type && own?.isRequired === found?.isRequired;
    return isSame ? [] : [{ column, declared: own, stored: found }];
  });
}

/** Whether a new entry cannot be stored, because it has no value for the column. */
export const lacksValue = ({ declared, stored }: Pick<ColumnDifference, 'declared' | 'stored'>): boolean =>
  declared === undefined && stored?.isRequired === true && !stored.hasDefault;

/** The columns of every join table. */
const ofLinks = new Set(['owner_id', 'linked_id', 'place']);

/** Returns the columns of join tables without whose values an entry cannot be linked. */
export const requiredOfLinks = (resource: OwnResource, { columns }: StoredTables) =>
  linksOf(resource).flatMap(({ table }) =>
    [...(columns.get(table) ?? [])].flatMap(([column, stored]) =>
      !ofLinks.has(column) && lacksValue({ declared: undefined, stored }) ? [{ table, column }] : [],
    ),
  );

/** Returns a type without its limits, which a table may choose. */
const baseOf = (type: string): string => type.replace(/\(.*?\)/, '');

/**
 * Returns what prevents resources from working with their tables. Each fault is a clause, such as `the table acme_labels
 * lacks the column size (integer) of acme.label`.
 */
export const tableFaults = (resources: readonly OwnResource[], stored: StoredTables): readonly string[] =>
  resources.flatMap((resource) => {
    const { name, fields } = resource;
    const table = tableOf(resource);
    const missing = tableNames(resource).filter((each) => !stored.names.has(each));
    if (missing.length > 0) return missing.map((each) => `the table ${each} of ${name} is missing`);
    const requires = (of: string, column: string): string =>
      `the table ${of} requires the column ${column}, which ${name} does not have`;
    const optional = new Set(Object.keys(fields).flatMap((each) => (fields[each]?.optional ? snakeCase(each) : [])));
    const ofColumns = columnDifferences(resource, stored).flatMap((difference) => {
      const { column, declared, stored: found } = difference;
      if (lacksValue(difference)) return requires(table, column);
      if (declared === undefined) return [];
      if (found === undefined) return `the table ${table} lacks the column ${column} (${declared.type}) of ${name}`;
      if (baseOf(found.type) !== baseOf(declared.type))
        return `the column ${column} of the table ${table} has the type ${found.type}, and ${name} needs ${declared.type}`;
      return found.isRequired && optional.has(column)
        ? `the table ${table} requires the column ${column}, which is optional in ${name}`
        : [];
    });
    return [...ofColumns, ...requiredOfLinks(resource, stored).map((each) => requires(each.table, each.column))];
  });

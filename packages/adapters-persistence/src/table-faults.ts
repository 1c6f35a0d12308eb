import type { DataSource } from 'typeorm';
import type { ResourceStores } from './resource-store.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  /** Null if the column does not exist. */
  readonly type: string | null;
}

const columns = `SELECT declared.table, declared.name, format_type(a.atttypid, NULL) AS type
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY declared ("table", name, place)
    LEFT JOIN pg_attribute a ON a.attrelid = to_regclass(declared.table) AND a.attname = declared.name
      AND NOT a.attisdropped
  ORDER BY declared.place`;

/** Returns a type without its limits, which a table may choose. */
const baseOf = (type: string): string => type.replace(/\(.*?\)/, '');

/**
 * Compares the tables with what the fields of modules need. Each fault is a clause, such as `the table acme_labels lacks the
 * column size (integer) of acme.label`.
 */
export async function tableFaults(dataSource: DataSource, stores: ResourceStores): Promise<readonly string[]> {
  const declared = Object.values(stores).flatMap(({ declaredColumns }) =>
    Object.entries(declaredColumns?.tables ?? {}).flatMap(([table, types]) =>
      Object.entries(types).map(([name, type]) => ({ table, name, type, resource: declaredColumns?.resource })),
    ),
  );
  if (declared.length === 0) return [];
  const found: readonly Column[] = await dataSource.query(columns, [
    declared.map(({ table }) => table),
    declared.map(({ name }) => name),
  ]);
  return declared.flatMap(({ table, name, type, resource }, index) => {
    const stored = found[index]?.type ?? null;
    if (stored === null) return [`the table ${table} lacks the column ${name} (${type}) of ${resource}`];
    return baseOf(stored) === baseOf(type)
      ? []
      : [`the column ${name} of the table ${table} has the type ${stored}, and ${resource} needs ${type}`];
  });
}

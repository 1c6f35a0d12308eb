import type { DataSource } from 'typeorm';

interface StoredColumn {
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

/** What a database has of the tables of resources. */
export interface StoredTables {
  /** The columns by their names, by the names of the tables. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, StoredColumn>>;
  /** The names of tables and indexes, and those of triggers after the word `trigger`. */
  readonly names: ReadonlySet<string>;
  /** The definitions of constraints by their names. */
  readonly constraints: ReadonlyMap<string, string>;
  /** The bodies of functions by their names. */
  readonly functions: ReadonlyMap<string, string>;
  /** The columns in which lists search, by the names of the tables. */
  readonly searched: ReadonlyMap<string, readonly string[]>;
  /** The codes of permissions. */
  readonly permissions: ReadonlySet<string>;
}

/** A database without the tables of resources. */
export const noTables: StoredTables = {
  columns: new Map(),
  names: new Set(),
  constraints: new Map(),
  functions: new Map(),
  searched: new Map(),
  permissions: new Set(),
};

type Row = readonly [name: string, value: string];

const columnsIn = `SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    a.attnotnull AS "isRequired", a.atthasdef AS "hasDefault"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1)
  ORDER BY a.attnum`;

const rest = `SELECT
  array(SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace
    UNION SELECT 'trigger ' || tgname FROM pg_trigger WHERE NOT tgisinternal) AS names,
  (SELECT json_agg(json_build_array(conname, pg_get_constraintdef(oid))) FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace) AS constraints,
  (SELECT json_agg(json_build_array(proname, prosrc)) FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace) AS functions,
  (SELECT json_agg(json_build_array(t.relname, c.attname)) FROM pg_attribute a
    JOIN pg_class t ON t.oid = a.attrelid JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    JOIN pg_depend p ON p.classid = 'pg_attrdef'::regclass AND p.objid = d.oid AND p.refobjid = a.attrelid
    JOIN pg_attribute c ON c.attrelid = a.attrelid AND c.attnum = p.refobjsubid AND c.attnum <> a.attnum
    WHERE t.relname = ANY ($1) AND t.relnamespace = current_schema()::regnamespace
      AND a.attname = 'search_text') AS searched,
  array(SELECT code FROM permissions) AS permissions`;

interface Rest {
  readonly names: readonly string[];
  readonly constraints: readonly Row[] | null;
  readonly functions: readonly Row[] | null;
  readonly searched: readonly Row[] | null;
  readonly permissions: readonly string[];
}

/** Reads what a database has of some tables. */
export async function readTables(dataSource: DataSource, tables: readonly string[]): Promise<StoredTables> {
  const found: readonly (StoredColumn & { readonly table: string; readonly name: string })[] = await dataSource.query(
    columnsIn,
    [tables],
  );
  const [row]: readonly Rest[] = await dataSource.query(rest, [tables]);
  if (row === undefined) throw new TypeError('The query about the tables returned no row.');
  const columns = new Map<string, Map<string, StoredColumn>>();
  for (const { table, name, ...column } of found)
    columns.set(table, (columns.get(table) ?? new Map<string, StoredColumn>()).set(name, column));
  const searched = new Map<string, readonly string[]>();
  for (const [table, name] of row.searched ?? []) searched.set(table, [...(searched.get(table) ?? []), name]);
  return {
    columns,
    names: new Set(row.names),
    constraints: new Map(row.constraints),
    functions: new Map(row.functions),
    searched,
    permissions: new Set(row.permissions),
  };
}

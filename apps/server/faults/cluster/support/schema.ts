/** Returns a line for each column that a release of the service may read or write, with its type and what it demands. */
export const columnsOf = `SELECT format('%s.%s %s %s', table_name, column_name, data_type,
  CASE WHEN is_nullable = 'YES' OR column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS'
    THEN 'optional' ELSE 'required' END)
  FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`;

/** Returns a line for each condition that rows must meet. */
export const constraintsOf = `SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1`;

interface Schema {
  readonly columns: readonly string[];
  readonly constraints: readonly string[];
}

const tableIn = (line: string): string => line.slice(0, line.search(/[. ]/));

/**
 * Returns what processes of the previous release would notice of a migration: a column that is gone or has another type, a
 * new column that they do not fill, or a new condition for their rows. A new table may have all of that.
 */
export function contractions(before: Schema, after: Schema): readonly string[] {
  const tables = new Set(before.columns.map(tableIn));
  const added = (from: readonly string[], to: readonly string[]): readonly string[] =>
    to.filter((line) => !from.includes(line) && tables.has(tableIn(line)));
  return [
    ...before.columns.filter((line) => !after.columns.includes(line)).map((line) => `gone: ${line}`),
    ...added(before.columns, after.columns)
      .filter((line) => line.endsWith(' required'))
      .map((line) => `must be filled: ${line}`),
    ...added(before.constraints, after.constraints).map((line) => `new condition: ${line}`),
  ];
}

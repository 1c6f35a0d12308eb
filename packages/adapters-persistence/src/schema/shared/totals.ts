/** A table whose rows are counted by triggers. */
export interface CountedTable {
  readonly table: string;
  /** The table with the rows, if `table` is a view. */
  readonly rows?: string;
  /** If set, there is a separate total for each value of this column. If absent, there is one total with the key ''. */
  readonly key?: string;
  /**
   * If set, the triggers count only rows in which the condition `flag` is true, and a recount finds these rows with
   * `join`. If absent, all rows are counted.
   */
  readonly only?: { readonly flag: string; readonly join: string };
}

const keyOf = ({ key }: CountedTable, of = ''): string => (key === undefined ? `''` : `${of}${key}::text`);

/** Returns a query for the totals of a table that counts its rows. */
export const countOf = (each: CountedTable): string =>
  `SELECT '${each.table}', key, count(*)
     FROM (SELECT ${keyOf(each, 't.')} AS key FROM ${each.table} t ${each.only?.join ?? ''}) counted GROUP BY key`;

/** Returns a query for the keys of the counted rows in the transition table `added` or `removed` of a trigger. */
const keysOf = (each: CountedTable, changed: 'added' | 'removed'): string =>
  `SELECT ${keyOf(each)} AS key FROM ${changed} ${each.only === undefined ? '' : `WHERE ${each.only.flag}`}`;

/** The function of a table that changes the totals. It runs once per statement, regardless of the number of changed rows. */
const keeper = (each: CountedTable): string => `
CREATE FUNCTION keep_total_of_${each.table}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_total('${each.table}', key, count(*)) FROM (${keysOf(each, 'added')}) change GROUP BY key;
  WHEN 'DELETE' THEN
    PERFORM add_to_total('${each.table}', key, -count(*)) FROM (${keysOf(each, 'removed')}) change GROUP BY key;
  WHEN 'UPDATE' THEN
    PERFORM add_to_total('${each.table}', key, sum(by))
      FROM (SELECT key, 1 AS by FROM (${keysOf(each, 'added')}) added
        UNION ALL SELECT key, -1 FROM (${keysOf(each, 'removed')}) removed) change
      GROUP BY key HAVING sum(by) <> 0;
  WHEN 'TRUNCATE' THEN
    DELETE FROM totals WHERE list = '${each.table}';
  END CASE;
  RETURN NULL;
END $$;
`;

type TotalEvent = 'insert' | 'delete' | 'truncate' | 'update';

const transitionTables: Readonly<Record<TotalEvent, string>> = {
  insert: 'REFERENCING NEW TABLE AS added',
  delete: 'REFERENCING OLD TABLE AS removed',
  truncate: '',
  update: 'REFERENCING OLD TABLE AS removed NEW TABLE AS added',
};

/** Returns the trigger that calls a function after statements that change a table. */
export const totalTrigger = (name: string, event: TotalEvent, table: string, fn: string): string =>
  `CREATE TRIGGER ${name}_${event} AFTER ${event} ON ${table} ${transitionTables[event]}
  FOR EACH STATEMENT EXECUTE FUNCTION ${fn}();`;

/**
 * Keeps the totals of a table in the same transaction as its changes (ADR 36).
 * @param events Default: all that can change the totals.
 */
export const keepTotal = (
  each: CountedTable,
  events: readonly TotalEvent[] = [
    'insert',
    'delete',
    'truncate',
    ...(each.key === undefined ? [] : ['update' as const]),
  ],
): string =>
  keeper(each) +
  events
    .map((event) => totalTrigger(`${each.table}_total`, event, each.rows ?? each.table, `keep_total_of_${each.table}`))
    .join('\n');

import { migration } from './migration.ts';

/** A table whose rows are counted by triggers. */
interface CountedTable {
  readonly table: string;
  /** If set, there is a separate total for each value of this column. If absent, there is one total with the key ''. */
  readonly key?: string;
  /**
   * If set, the triggers count only rows in which the column `flag` is true, and a recount finds these rows with
   * `join`. If absent, all rows are counted.
   */
  readonly only?: { readonly flag: string; readonly join: string };
}

/**
 * The tables are listed in the order in which transactions write to them. Locking all of them in this order cannot
 * cause a deadlock.
 */
const countedTables: readonly CountedTable[] = [
  { table: 'users', key: 'status' },
  { table: 'roles', key: 'status' },
  { table: 'permissions' },
  { table: 'menus', key: 'status' },
  { table: 'categories' },
  { table: 'tags' },
  { table: 'contents', key: 'status' },
  {
    table: 'content_tags',
    key: 'tag_id',
    only: { flag: 'published', join: `JOIN contents c ON c.id = content_id AND c.status = 'PUBLISHED'` },
  },
  { table: 'audit_records' },
];

/**
 * A total is the sum of several rows, called slots. A transaction updates a slot that no other transaction has locked,
 * or inserts a new slot. The transaction therefore never waits and cannot cause a deadlock. The number of slots of a
 * total does not exceed the highest number of concurrent writers. Each change of a total commits or rolls back together
 * with the counted rows.
 */
const slots = `
CREATE TABLE totals (
  list text NOT NULL, key text NOT NULL, slot integer GENERATED ALWAYS AS IDENTITY, total bigint NOT NULL,
  PRIMARY KEY (list, key, slot)) WITH (fillfactor = 50);

CREATE FUNCTION add_to_total(of_list text, of_key text, change bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE free integer;
BEGIN
  SELECT slot INTO free FROM totals WHERE list = of_list AND key = of_key LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE totals SET total = total + change WHERE list = of_list AND key = of_key AND slot = free;
  ELSE
    INSERT INTO totals (list, key, total) VALUES (of_list, of_key, change);
  END IF;
END $$;
`;

const keyOf = ({ key }: CountedTable, of = ''): string => (key === undefined ? `''` : `${of}${key}::text`);

/** Returns a query for the keys of the counted rows in the transition table `added` or `removed` of a trigger. */
const keysOf = (each: CountedTable, changed: 'added' | 'removed'): string =>
  `SELECT ${keyOf(each)} AS key FROM ${changed} ${each.only === undefined ? '' : `WHERE ${each.only.flag}`}`;

/**
 * Returns the SQL that creates the trigger function of a table. The function runs once per statement, regardless of the
 * number of changed rows.
 */
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

const triggers = ({ table, key }: CountedTable): string => {
  const trigger = (event: string, referencing: string) =>
    `CREATE TRIGGER ${table}_total_${event} AFTER ${event} ON ${table} ${referencing}
       FOR EACH STATEMENT EXECUTE FUNCTION keep_total_of_${table}();`;
  return [
    trigger('insert', 'REFERENCING NEW TABLE AS added'),
    trigger('delete', 'REFERENCING OLD TABLE AS removed'),
    trigger('truncate', ''),
    ...(key === undefined ? [] : [trigger('update', 'REFERENCING OLD TABLE AS removed NEW TABLE AS added')]),
  ].join('\n');
};

/**
 * Triggers that store in each row of `content_tags` whether its content is published. Adding a row locks the content
 * (FOR SHARE), so that the status of the content cannot change at the same time. When the status changes, the rows are
 * locked in the order of their keys, to avoid deadlocks.
 */
const links = `
CREATE FUNCTION publish_link() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.published := coalesce((SELECT status = 'PUBLISHED' FROM contents WHERE id = NEW.content_id FOR SHARE), false);
  RETURN NEW;
END $$;
CREATE TRIGGER content_tags_publish BEFORE INSERT ON content_tags FOR EACH ROW EXECUTE FUNCTION publish_link();

CREATE FUNCTION publish_links() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE content_tags link SET published = NOT link.published
  FROM (SELECT content_id, tag_id FROM content_tags
    WHERE content_id = ANY (array(SELECT id FROM added WHERE status = 'PUBLISHED')) AND NOT published
      OR content_id = ANY (array(SELECT id FROM added WHERE status <> 'PUBLISHED')) AND published
    ORDER BY content_id, tag_id FOR NO KEY UPDATE) moved
  WHERE link.content_id = moved.content_id AND link.tag_id = moved.tag_id;
  RETURN NULL;
END $$;
CREATE TRIGGER contents_publish AFTER UPDATE ON contents REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION publish_links();
`;

const tables = countedTables.map(({ table }) => table).join(', ');
const counted = countedTables.map(
  (each) =>
    `SELECT '${each.table}', key, count(*)
     FROM (SELECT ${keyOf(each, 't.')} AS key FROM ${each.table} t ${each.only?.join ?? ''}) counted GROUP BY key`,
);

/**
 * Functions that an administrator of the database can call: `wrong_totals` finds wrong totals, for example after
 * triggers were disabled, and `recount_totals` corrects them.
 */
const repair = `
CREATE FUNCTION counted_totals() RETURNS TABLE (list text, key text, total bigint)
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  ${counted.join('\n  UNION ALL ')}
$$;

CREATE FUNCTION wrong_totals() RETURNS TABLE (list text, key text, kept bigint, counted bigint)
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT list, key, coalesce(k.total, 0), coalesce(c.total, 0)
  FROM (SELECT list, key, sum(total)::bigint AS total FROM totals GROUP BY list, key) k
  FULL JOIN counted_totals() c USING (list, key) WHERE coalesce(k.total, 0) <> coalesce(c.total, 0)
$$;

CREATE FUNCTION recount_totals() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE ${tables} IN SHARE ROW EXCLUSIVE MODE;
  UPDATE content_tags ct SET published = NOT ct.published FROM contents c
    WHERE c.id = ct.content_id AND ct.published <> (c.status = 'PUBLISHED');
  DELETE FROM totals;
  INSERT INTO totals (list, key, total) SELECT list, key, total FROM counted_totals();
END $$;
`;

/** Adds triggers that maintain the totals of lists in the same transaction as the changes of rows (ADR 36). */
export const Totals1795262460000 = migration('Totals1795262460000', async (runner) => {
  await runner.query(slots);
  await runner.query(repair);
  for (const each of countedTables) {
    await runner.query(keeper(each));
    // Creating triggers waits for open transactions that have written to the table, and blocks new writes until all
    // rows have been counted.
    await runner.query(triggers(each));
  }
  await runner.query(links);
  await runner.query('SELECT recount_totals()');
});

import { auditTotal } from './audit.ts';
import { categoryTotal } from './categories.ts';
import { contentTagTotal, contentTotal } from './contents.ts';
import { mediaBytes } from './media.ts';
import { menuTotal } from './menus.ts';
import { permissionTotal } from './permissions.ts';
import { roleTotal } from './roles.ts';
import { countOf } from './shared/totals.ts';
import { tagTotal } from './tags.ts';
import { userTotal } from './users.ts';

/**
 * A total is the sum of several rows, called slots. A transaction updates a slot that no other transaction has locked,
 * or inserts a new slot. The transaction therefore never waits and cannot cause a deadlock. The number of slots of a
 * total does not exceed the highest number of concurrent writers. Each change of a total commits or rolls back together
 * with the counted rows.
 */
export const totals = `
CREATE TABLE totals (
  list text NOT NULL,
  key text NOT NULL,
  slot integer GENERATED ALWAYS AS IDENTITY,
  total bigint NOT NULL,
  PRIMARY KEY (list, key, slot)
) WITH (fillfactor = 50);

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

/**
 * The tables are listed in the order in which transactions write to them. Locking all of them in this order cannot
 * cause a deadlock.
 */
const countedTables = [
  userTotal,
  roleTotal,
  permissionTotal,
  menuTotal,
  categoryTotal,
  tagTotal,
  contentTotal,
  contentTagTotal,
  auditTotal,
];
const lockedTables = ['users', 'media', ...countedTables.map(({ table }) => table).slice(1)].join(', ');

/**
 * Functions that an administrator of the database can call: `wrong_totals` finds wrong totals, for example after
 * triggers were disabled, and `recount_totals` corrects them.
 */
export const totalRepair = `
CREATE FUNCTION counted_totals() RETURNS TABLE (list text, key text, total bigint)
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  ${countedTables.map(countOf).join('\n  UNION ALL ')}
  UNION ALL SELECT 'media_bytes', key, sum(by)::bigint FROM (${mediaBytes('media')}) stored GROUP BY key
$$;

CREATE FUNCTION wrong_totals() RETURNS TABLE (list text, key text, kept bigint, counted bigint)
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT list, key, coalesce(k.total, 0), coalesce(c.total, 0)
  FROM (SELECT list, key, sum(total)::bigint AS total FROM totals GROUP BY list, key) k
  FULL JOIN counted_totals() c USING (list, key) WHERE coalesce(k.total, 0) <> coalesce(c.total, 0)
$$;

CREATE FUNCTION recount_totals() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE ${lockedTables} IN SHARE ROW EXCLUSIVE MODE;
  UPDATE content_tags ct SET published = NOT ct.published FROM contents c
    WHERE c.id = ct.content_id AND ct.published <> (c.status = 'PUBLISHED');
  DELETE FROM totals;
  INSERT INTO totals (list, key, total) SELECT list, key, total FROM counted_totals();
END $$;
`;

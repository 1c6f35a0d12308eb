import { migration } from './migration.ts';
import { rowCounter } from './version-columns.ts';

/** The presets with which the variants of a picture were made. Clients do not see this column. */
const presets = `
ALTER TABLE media ADD COLUMN variants_presets text;
DROP TRIGGER media_version ON media;
DROP FUNCTION count_version_of_media();
${rowCounter({ table: 'media', hidden: ['variants', 'variants_version', 'variants_due_at', 'variants_presets'] })}`;

/** The mark that is also in the store of the bytes. It is null until the first upload. */
const store = `
CREATE TABLE media_store (mark text, is_claimed boolean NOT NULL DEFAULT false);
CREATE UNIQUE INDEX media_store_only ON media_store ((true));
INSERT INTO media_store DEFAULT VALUES;
`;

const bytesOf = (rows: string, sign = ''): string =>
  `SELECT '' AS key, ${sign}bytes::bigint AS by FROM ${rows}
    UNION ALL SELECT uploader_id::text, ${sign}bytes::bigint FROM ${rows} WHERE uploader_id IS NOT NULL`;

const keep = (changes: string): string =>
  `PERFORM add_to_total('media_bytes', key, sum(by)::bigint) FROM (${changes}) change GROUP BY key HAVING sum(by) <> 0`;

const trigger = (event: string, referencing: string): string =>
  `CREATE TRIGGER media_bytes_${event} AFTER ${event} ON media ${referencing}
    FOR EACH STATEMENT EXECUTE FUNCTION keep_media_bytes();`;

/** The bytes of all files, and of those of each uploader, are totals (ADR 36). */
const bytes = `
CREATE FUNCTION keep_media_bytes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN ${keep(bytesOf('added'))};
  WHEN 'DELETE' THEN ${keep(bytesOf('removed', '-'))};
  WHEN 'UPDATE' THEN ${keep(`${bytesOf('added')} UNION ALL ${bytesOf('removed', '-')}`)};
  WHEN 'TRUNCATE' THEN DELETE FROM totals WHERE list = 'media_bytes';
  END CASE;
  RETURN NULL;
END $$;
${trigger('insert', 'REFERENCING NEW TABLE AS added')}
${trigger('delete', 'REFERENCING OLD TABLE AS removed')}
${trigger('update', 'REFERENCING OLD TABLE AS removed NEW TABLE AS added')}
${trigger('truncate', '')}

ALTER FUNCTION counted_totals() RENAME TO counted_rows;
CREATE FUNCTION counted_totals() RETURNS TABLE (list text, key text, total bigint)
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT list, key, total FROM counted_rows()
  UNION ALL SELECT 'media_bytes', key, sum(by)::bigint FROM (${bytesOf('media')}) stored GROUP BY key
$$;

-- Transactions write to users before media, and to media before the other tables.
ALTER FUNCTION recount_totals() RENAME TO recount_rows;
CREATE FUNCTION recount_totals() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE users, media IN SHARE ROW EXCLUSIVE MODE;
  PERFORM recount_rows();
END $$;

INSERT INTO totals (list, key, total) SELECT list, key, total FROM counted_totals() WHERE list = 'media_bytes';
`;

/** Adds totals of the bytes of files, the mark of their store, and the presets of variants. */
export const MediaStorage1795371000000 = migration('MediaStorage1795371000000', presets + store + bytes);

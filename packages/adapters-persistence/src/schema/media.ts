import { searchText, timestamps } from './shared/columns.ts';
import { searchIndex } from './shared/search-index.ts';
import { totalTrigger } from './shared/totals.ts';
import { countVersions, versionColumns } from './shared/versions.ts';

/** Returns a query for the bytes of files, in total and of each uploader, from the table or a transition table. */
export const mediaBytes = (rows: string, sign = ''): string =>
  `SELECT '' AS key, ${sign}bytes::bigint AS by FROM ${rows}
    UNION ALL SELECT uploader_id::text, ${sign}bytes::bigint FROM ${rows} WHERE uploader_id IS NOT NULL`;

const keep = (changes: string): string =>
  `PERFORM add_to_total('media_bytes', key, sum(by)::bigint) FROM (${changes}) change GROUP BY key HAVING sum(by) <> 0`;

/**
 * `variants_due_at` is null unless the variants are to be made: it is the time from which a process may begin, which is in
 * the future while a process has a lease. `variants_presets` are the presets with which the variants were made.
 */
const table = `
CREATE TABLE media (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  file_name text NOT NULL,
  type text NOT NULL CHECK (type IN ('image', 'video', 'audio', 'document')),
  mime text NOT NULL,
  bytes float8 NOT NULL,
  sha256 text NOT NULL,
  received_sha256 text NOT NULL,
  width integer,
  height integer,
  duration float8,
  thumbhash text,
  alt text,
  title text,
  folder text,
  focus jsonb,
  uploader_id uuid REFERENCES users ON DELETE SET NULL,
  variants jsonb NOT NULL DEFAULT '[]',
  variants_version integer NOT NULL DEFAULT 0,
  variants_presets text,
  variants_due_at timestamptz(3),
  ${versionColumns},
  ${timestamps},
  ${searchText('name', 'alt', 'title')},
  CONSTRAINT media_received_key UNIQUE (uploader_id, received_sha256)
);
CREATE INDEX media_created_at ON media (created_at, id);
CREATE INDEX media_updated_at ON media (updated_at, id);
CREATE INDEX media_name ON media (name COLLATE "und-x-icu", id);
CREATE INDEX media_bytes ON media (bytes, id);
CREATE INDEX media_type ON media (type, created_at, id);
CREATE INDEX media_folder ON media (folder, created_at, id);
CREATE INDEX media_uploader ON media (uploader_id, created_at, id) INCLUDE (bytes);
CREATE INDEX media_variants_due_at ON media (variants_due_at) WHERE variants_due_at IS NOT NULL;
${searchIndex('media')}
${countVersions('media', ['variants', 'variants_version', 'variants_due_at', 'variants_presets'])}
`;

/** The bytes of all files, and of those of each uploader, are totals (ADR 36). */
const bytes = `
CREATE FUNCTION keep_media_bytes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN ${keep(mediaBytes('added'))};
  WHEN 'DELETE' THEN ${keep(mediaBytes('removed', '-'))};
  WHEN 'UPDATE' THEN ${keep(`${mediaBytes('added')} UNION ALL ${mediaBytes('removed', '-')}`)};
  WHEN 'TRUNCATE' THEN DELETE FROM totals WHERE list = 'media_bytes';
  END CASE;
  RETURN NULL;
END $$;
${(['insert', 'delete', 'update', 'truncate'] as const)
  .map((event) => totalTrigger('media_bytes', event, 'media', 'keep_media_bytes'))
  .join('\n')}

-- The mark that is also in the store of the bytes. It is null until the first upload.
CREATE TABLE media_store (mark text, is_claimed boolean NOT NULL DEFAULT false);
CREATE UNIQUE INDEX media_store_only ON media_store ((true));
INSERT INTO media_store DEFAULT VALUES;
`;

/**
 * Which contents, working copies and texts of revisions refer to a file. Triggers find the references, so that every
 * write counts. The files that exist are locked, so that a file cannot be removed while a content begins to refer to it.
 * Of the ids of which there is no file, 100 are stored, so that editors can find them in their text. `place` is the order
 * of the references, the cover first, so that feeds find the first picture without reading the text.
 */
const references = `
CREATE TABLE media_references (
  media_id uuid NOT NULL,
  content_id uuid NOT NULL REFERENCES all_contents ON DELETE CASCADE,
  is_working_copy boolean NOT NULL,
  place integer NOT NULL DEFAULT 1,
  PRIMARY KEY (content_id, is_working_copy, media_id)
);
CREATE INDEX media_references_media_id ON media_references (media_id);

CREATE TABLE media_in_texts (
  media_id uuid NOT NULL,
  content_id uuid NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (content_id, hash, media_id),
  FOREIGN KEY (content_id, hash) REFERENCES content_texts ON DELETE CASCADE
);
CREATE INDEX media_in_texts_media_id ON media_in_texts (media_id);

CREATE FUNCTION media_ids_in(body text) RETURNS uuid[] LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
  -- Most texts refer to no file. Finding a constant text is much faster than matching a pattern.
  IF strpos(body, '/media/') = 0 THEN RETURN '{}'; END IF;
  RETURN array(SELECT match.ids[1]::uuid
    FROM regexp_matches(body, '/media/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/', 'gi') WITH ORDINALITY match (ids, place)
    GROUP BY 1 ORDER BY min(match.place));
END $$;

CREATE FUNCTION lock_media(ids uuid[]) RETURNS SETOF uuid LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  RETURN QUERY SELECT id FROM media WHERE id = ANY (ids) ORDER BY id FOR KEY SHARE;
  RETURN QUERY SELECT DISTINCT asked FROM unnest(ids) asked WHERE NOT EXISTS (SELECT FROM media WHERE id = asked) LIMIT 100;
END $$;

CREATE FUNCTION keep_media_references() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  referred uuid[] := array_remove(ARRAY[NEW.cover_id], NULL) || coalesce(media_ids_in(NEW.content_md), '{}')
    || coalesce(media_ids_in(NEW.content_html), '{}') || coalesce(media_ids_in(NEW.content_raw), '{}');
  is_copy boolean := TG_TABLE_NAME = 'working_copies';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM media_references
      WHERE content_id = NEW.id AND is_working_copy = is_copy AND media_id <> ALL (referred);
  END IF;
  IF cardinality(referred) = 0 THEN RETURN NULL; END IF;
  INSERT INTO media_references AS stored (media_id, content_id, is_working_copy, place)
    SELECT locked, NEW.id, is_copy, min(found.place) FROM lock_media(referred) locked
      JOIN unnest(referred) WITH ORDINALITY found (id, place) ON found.id = locked GROUP BY locked
    ON CONFLICT (content_id, is_working_copy, media_id) DO UPDATE SET place = excluded.place
    WHERE stored.place <> excluded.place;
  RETURN NULL;
END $$;
CREATE TRIGGER contents_media AFTER INSERT OR UPDATE OF content_md, content_html, content_raw, cover_id ON all_contents
  FOR EACH ROW EXECUTE FUNCTION keep_media_references();
CREATE TRIGGER working_copies_media
  AFTER INSERT OR UPDATE OF content_md, content_html, content_raw, cover_id ON working_copies
  FOR EACH ROW EXECUTE FUNCTION keep_media_references();

CREATE FUNCTION remove_media_references() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM media_references WHERE content_id = OLD.id AND is_working_copy;
  RETURN NULL;
END $$;
CREATE TRIGGER working_copies_media_removal AFTER DELETE ON working_copies
  FOR EACH ROW EXECUTE FUNCTION remove_media_references();

CREATE FUNCTION keep_media_in_texts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF position('/media/'::bytea IN NEW.body) > 0 THEN
    INSERT INTO media_in_texts (media_id, content_id, hash) SELECT referred, NEW.content_id, NEW.hash
      FROM unnest(media_ids_in(convert_from(NEW.body, 'UTF8'))) referred WHERE EXISTS (SELECT FROM media WHERE id = referred)
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER content_texts_media AFTER INSERT ON content_texts
  FOR EACH ROW EXECUTE FUNCTION keep_media_in_texts();
`;

/**
 * Which entries of the resources of modules refer to a file. The tables of these resources have a trigger for each field,
 * whose arguments are the columns with the ids of the file and of the entry.
 */
const uses = `
CREATE TABLE media_uses (media_id uuid NOT NULL, entry_id uuid NOT NULL, field text NOT NULL,
  PRIMARY KEY (media_id, entry_id, field));

CREATE FUNCTION keep_media_uses() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM media_uses WHERE media_id = (to_jsonb(OLD)->>TG_ARGV[0])::uuid
      AND entry_id = (to_jsonb(OLD)->>TG_ARGV[1])::uuid AND field = TG_ARGV[0];
  END IF;
  IF TG_OP <> 'DELETE' AND to_jsonb(NEW)->>TG_ARGV[0] IS NOT NULL THEN
    INSERT INTO media_uses VALUES ((to_jsonb(NEW)->>TG_ARGV[0])::uuid, (to_jsonb(NEW)->>TG_ARGV[1])::uuid, TG_ARGV[0])
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
`;

export const media = table + bytes + references + uses;

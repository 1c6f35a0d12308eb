import { migration } from './migration.ts';

/**
 * The picture of a content. There is no foreign key, because a file can be removed by force: editors then learn that the
 * picture is missing.
 */
const columns = `
ALTER TABLE contents ADD COLUMN cover_id uuid;
ALTER TABLE working_copies ADD COLUMN cover_id uuid;
ALTER TABLE content_revisions ADD COLUMN cover_id uuid;
CREATE INDEX content_revisions_cover_id ON content_revisions (cover_id) WHERE cover_id IS NOT NULL;
ALTER TABLE media_references ADD COLUMN place integer NOT NULL DEFAULT 1;
`;

/**
 * The picture is a reference too, before those in the text. `place` is the order of the references, so that feeds find
 * the first picture without reading the text.
 */
const references = `
CREATE OR REPLACE FUNCTION media_ids_in(body text) RETURNS uuid[] LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
  -- Most texts refer to no file. Finding a constant text is much faster than matching a pattern.
  IF strpos(body, '/media/') = 0 THEN RETURN '{}'; END IF;
  RETURN array(SELECT match.ids[1]::uuid
    FROM regexp_matches(body, '/media/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/', 'gi') WITH ORDINALITY match (ids, place)
    GROUP BY 1 ORDER BY min(match.place));
END $$;

CREATE OR REPLACE FUNCTION keep_media_references() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
CREATE OR REPLACE TRIGGER contents_media AFTER INSERT OR UPDATE OF content_md, content_html, content_raw, cover_id ON contents
  FOR EACH ROW EXECUTE FUNCTION keep_media_references();
CREATE OR REPLACE TRIGGER working_copies_media
  AFTER INSERT OR UPDATE OF content_md, content_html, content_raw, cover_id ON working_copies
  FOR EACH ROW EXECUTE FUNCTION keep_media_references();
`;

/** Adds the picture of a content, and the order of the files to which a content refers. */
export const ContentCovers1795372000000 = migration('ContentCovers1795372000000', columns + references);

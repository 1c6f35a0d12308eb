/**
 * The search index of contents, and a queue of the contents that are not completely in the index (ADR 82). A long
 * content has several rows in the index, and a short part -1 for its title, its summary and its tags, so that a change of
 * them does not rewrite the lexemes of a body. A search reads all columns except `lexemes` from every match. To keep the
 * rows short for these reads, the lexemes are stored out of line. PostgreSQL does this only with rows of more than 2 KB,
 * so `padding` makes every new row that long. The padding is compressed to 40 bytes.
 */
const tables = `
CREATE TABLE content_search (
  content_id uuid NOT NULL REFERENCES all_contents ON DELETE CASCADE,
  part integer NOT NULL,
  is_long boolean NOT NULL,
  status text NOT NULL,
  publish_at timestamptz(3),
  unpublish_at timestamptz(3),
  category_id uuid,
  created_at timestamptz(3) NOT NULL,
  lexemes tsvector NOT NULL,
  padding text NOT NULL DEFAULT repeat(' ', 2040),
  PRIMARY KEY (content_id, part)
) WITH (fillfactor = 80, toast_tuple_target = 128);
ALTER TABLE content_search ALTER lexemes SET STORAGE EXTERNAL;
CREATE INDEX content_search_newest ON content_search (created_at, content_id) WHERE NOT is_long;
CREATE INDEX content_search_short ON content_search USING gin (lexemes) WITH (gin_pending_list_limit = 256)
  WHERE NOT is_long;
CREATE INDEX content_search_long ON content_search USING gin (lexemes) WITH (gin_pending_list_limit = 256)
  WHERE is_long;

-- only_head: only the short part -1 has to be indexed again.
CREATE TABLE search_queue (
  content_id uuid PRIMARY KEY REFERENCES all_contents ON DELETE CASCADE,
  next_part integer NOT NULL DEFAULT 0,
  only_head boolean NOT NULL DEFAULT false
);

CREATE TABLE search_settings (language text NOT NULL);
INSERT INTO search_settings VALUES ('pg_catalog.simple');
`;

/**
 * When a content is added or its text changes, triggers add it to the queue and remove its old text from the index. The
 * service then indexes the content, or the first parts of a long content, in the same transaction. Contents that other
 * programs write stay in the queue until the service indexes them. Another trigger copies changes of the other columns to
 * the index. A removed content is not in the index, and is indexed again when it is recovered.
 */
const contentTriggers = `
CREATE FUNCTION queue_for_search() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE head boolean := false;
BEGIN
  IF NEW.removed_at IS NOT NULL THEN
    DELETE FROM content_search WHERE content_id = NEW.id;
    DELETE FROM search_queue WHERE content_id = NEW.id;
    RETURN NULL;
  ELSIF TG_OP = 'UPDATE' THEN
    head := EXISTS (SELECT FROM content_search WHERE content_id = NEW.id AND part = -1)
      AND (OLD.editor_type, OLD.toc, OLD.content_md, OLD.content_html)
        IS NOT DISTINCT FROM (NEW.editor_type, NEW.toc, NEW.content_md, NEW.content_html);
    DELETE FROM content_search WHERE content_id = NEW.id AND (part = -1 OR NOT head);
  END IF;
  INSERT INTO search_queue (content_id, only_head) VALUES (NEW.id, head) ON CONFLICT (content_id)
    DO UPDATE SET next_part = 0, only_head = search_queue.only_head AND excluded.only_head;
  RETURN NULL;
END $$;
CREATE TRIGGER contents_search_insert AFTER INSERT ON all_contents FOR EACH ROW EXECUTE FUNCTION queue_for_search();
CREATE TRIGGER contents_search_text AFTER UPDATE ON all_contents FOR EACH ROW
  WHEN ((OLD.title, OLD.summary, OLD.editor_type, OLD.toc, OLD.content_md, OLD.content_html, OLD.removed_at)
    IS DISTINCT FROM
    (NEW.title, NEW.summary, NEW.editor_type, NEW.toc, NEW.content_md, NEW.content_html, NEW.removed_at))
  EXECUTE FUNCTION queue_for_search();

CREATE FUNCTION copy_to_search() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE content_search SET status = NEW.status, publish_at = NEW.publish_at, unpublish_at = NEW.unpublish_at,
      category_id = NEW.category_id, created_at = NEW.created_at
    WHERE content_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER contents_search_state AFTER UPDATE ON all_contents FOR EACH ROW
  WHEN ((OLD.status, OLD.publish_at, OLD.unpublish_at, OLD.category_id, OLD.created_at)
    IS DISTINCT FROM (NEW.status, NEW.publish_at, NEW.unpublish_at, NEW.category_id, NEW.created_at))
  EXECUTE FUNCTION copy_to_search();
`;

/**
 * Triggers that add the tags of a content to its first part in the index and remove them. The ids of deleted tags stay in
 * the index. They are harmless, because no query contains a deleted tag.
 */
const tagTriggers = `
CREATE FUNCTION tag_in_search() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE content_search s SET lexemes = s.lexemes || array_to_tsvector(linked.tags)
      FROM (SELECT content_id, array_agg('t' || tag_id) AS tags FROM added GROUP BY content_id) linked
      WHERE s.content_id = linked.content_id
        AND s.part = (SELECT min(part) FROM content_search first WHERE first.content_id = linked.content_id);
  ELSE
    UPDATE content_search s SET lexemes = ts_delete(s.lexemes, linked.tags)
      FROM (SELECT content_id, array_agg('t' || tag_id) AS tags FROM removed JOIN tags ON id = tag_id GROUP BY content_id) linked
      WHERE s.content_id = linked.content_id AND s.part <= 0
        AND length(ts_delete(s.lexemes, linked.tags)) < length(s.lexemes);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER content_tags_search_insert AFTER INSERT ON content_tags REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tag_in_search();
CREATE TRIGGER content_tags_search_delete AFTER DELETE ON content_tags REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tag_in_search();
`;

export const search = tables + contentTriggers + tagTriggers;

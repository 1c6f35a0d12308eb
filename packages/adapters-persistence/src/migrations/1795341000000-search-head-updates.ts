import { migration } from './migration.ts';

/**
 * Replaces the function that queues a content for the search when its text changes. If only the title or the summary of
 * a long content changes, only the short part -1 is removed from the index and has to be indexed again. The previous
 * release ignores the column `only_head`, and indexes the whole content.
 */
const queueFunction = `
ALTER TABLE search_queue ADD COLUMN only_head boolean NOT NULL DEFAULT false;
CREATE OR REPLACE FUNCTION queue_for_search() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE head boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    head := EXISTS (SELECT FROM content_search WHERE content_id = NEW.id AND part = -1)
      AND (OLD.editor_type, OLD.toc, OLD.content_md, OLD.content_html)
        IS NOT DISTINCT FROM (NEW.editor_type, NEW.toc, NEW.content_md, NEW.content_html);
    DELETE FROM content_search WHERE content_id = NEW.id AND (part = -1 OR NOT head);
  END IF;
  INSERT INTO search_queue (content_id, only_head) VALUES (NEW.id, head) ON CONFLICT (content_id)
    DO UPDATE SET next_part = 0, only_head = search_queue.only_head AND excluded.only_head;
  RETURN NULL;
END $$;
`;

export const SearchHeadUpdates1795341000000 = migration('SearchHeadUpdates1795341000000', queueFunction);

import { migration } from './migration.ts';

/**
 * Replaces the function that adds the tags of a content to the search index and removes them. It changes the first part
 * of a content. A long content that this release has indexed has a short part -1 for its title, its summary and its
 * tags, so that a change of the tags does not rewrite the lexemes of a body. A content that the previous release has
 * indexed has its tags in part 0. While both releases run, both parts may contain a tag, so a tag is removed from both.
 */
const tagFunction = `
CREATE OR REPLACE FUNCTION tag_in_search() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
`;

/**
 * Stores the tags of long contents in a short row of the search index. Existing contents get this row when their text
 * is indexed the next time.
 */
export const SearchHeadParts1795334000000 = migration('SearchHeadParts1795334000000', tagFunction);

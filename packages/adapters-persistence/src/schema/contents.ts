import { searchText, timestamps } from './shared/columns.ts';
import { searchIndex } from './shared/search-index.ts';
import { keepTotal } from './shared/totals.ts';
import { countLinks, countVersions, versionColumns } from './shared/versions.ts';

export const contentTotal = { table: 'contents', key: 'status' };

/** The published contents of each tag. */
export const contentTagTotal = {
  table: 'content_tags',
  key: 'tag_id',
  only: { flag: 'published', join: `JOIN contents c ON c.id = content_id AND c.status = 'PUBLISHED'` },
};

/**
 * The cover has no foreign key, because a file can be removed by force: editors then learn that the picture is missing.
 */
const table = `
CREATE TABLE contents (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  slug text NOT NULL CONSTRAINT contents_slug_key UNIQUE,
  summary text,
  editor_type text NOT NULL CHECK (editor_type IN ('MARKDOWN', 'UPLOAD', 'RICHTEXT')),
  content_md text,
  content_html text,
  content_raw text,
  toc jsonb NOT NULL,
  excerpt text,
  reading_minutes integer,
  cover_id uuid,
  category_id uuid CONSTRAINT contents_category_id_fkey REFERENCES categories,
  author_id uuid REFERENCES users ON DELETE SET NULL,
  status text NOT NULL CHECK (status IN ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  published_at timestamptz(3),
  publish_at timestamptz(3),
  unpublish_at timestamptz(3),
  ${versionColumns},
  ${timestamps},
  ${searchText('title', 'summary', 'slug')}
);

-- The indexes for sorting include the columns that determine whether a content is public. Even a page far from the
-- beginning of a list is therefore found with an index-only scan.
CREATE INDEX contents_created_at ON contents (created_at, id);
CREATE INDEX contents_by_created_at ON contents (status, created_at, id) INCLUDE (publish_at, unpublish_at);
CREATE INDEX contents_by_updated_at ON contents (updated_at, id) INCLUDE (status, publish_at, unpublish_at);
CREATE INDEX contents_by_published_at ON contents (coalesce(published_at, publish_at), id)
  INCLUDE (status, publish_at, unpublish_at);
CREATE INDEX contents_by_title ON contents (title COLLATE "C", id) INCLUDE (status, publish_at, unpublish_at);
CREATE INDEX contents_by_slug ON contents (slug COLLATE "C", id) INCLUDE (status, publish_at, unpublish_at);
CREATE INDEX contents_by_editor_type ON contents (editor_type, created_at, id)
  INCLUDE (status, publish_at, unpublish_at);
CREATE INDEX contents_by_category ON contents (category_id, created_at, id)
  INCLUDE (status, publish_at, unpublish_at);
CREATE INDEX contents_by_author ON contents (author_id, created_at, id) INCLUDE (status, publish_at, unpublish_at);

-- Few contents have a scheduled time, so these indexes are small, and writes of other contents do not change them.
CREATE INDEX contents_publish_at ON contents (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX contents_unpublish_at ON contents (unpublish_at) WHERE unpublish_at IS NOT NULL;
${searchIndex('contents')}
${keepTotal(contentTotal)}
${countVersions('contents')}
`;

/**
 * `published` says whether the content is published, so that triggers can count the published contents of each tag even
 * after the content has been deleted. Adding a row locks the content (FOR SHARE), so that the status of the content
 * cannot change at the same time. When the status changes, the rows are locked in the order of their keys, to avoid
 * deadlocks.
 */
const tagged = `
CREATE TABLE content_tags (
  content_id uuid NOT NULL REFERENCES contents ON DELETE CASCADE,
  tag_id uuid NOT NULL REFERENCES tags ON DELETE CASCADE,
  published boolean NOT NULL DEFAULT false,
  PRIMARY KEY (content_id, tag_id)
);
CREATE INDEX content_tags_tagged ON content_tags (tag_id, content_id);

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
${keepTotal(contentTagTotal)}
${countLinks({ table: 'content_tags', owners: 'contents', owner: 'content_id' })}
`;

export const contents = table + tagged;

import { searchText, timestamps } from './shared/columns.ts';
import { searchIndex } from './shared/search-index.ts';
import { keepTotal } from './shared/totals.ts';
import { countLinks, countVersions, versionColumns } from './shared/versions.ts';

/**
 * The condition that a row of `all_contents` is not in the bin. Without statistics, PostgreSQL would expect only few rows
 * whose `removed_at` is null, so the condition is a column.
 */
const isKept = 'NOT removed';

export const contentTotal = {
  table: 'contents',
  rows: 'all_contents',
  key: 'status',
  only: { flag: isKept, join: '' },
};

/** The published contents of each tag. */
export const contentTagTotal = {
  table: 'content_tags',
  key: 'tag_id',
  only: { flag: 'published', join: `JOIN contents c ON c.id = content_id AND c.status = 'PUBLISHED'` },
};

/**
 * A removed content stays in `all_contents` until it is purged, and the view `contents` does not show it. Only
 * statements that are also about removed contents name the table, so that no other one can forget the condition. The cover has no foreign key, because a file can
 * be removed by force: editors then learn that the picture is missing.
 */
const table = `
CREATE TABLE all_contents (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  slug text NOT NULL,
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
  removed_at timestamptz(3),
  removed_by uuid,
  removed boolean NOT NULL GENERATED ALWAYS AS (removed_at IS NOT NULL) STORED,
  ${versionColumns},
  ${timestamps},
  ${searchText('title', 'summary', 'slug')}
);

-- \`xmin\` is the system column, which a view has only if it selects it.
CREATE VIEW contents AS SELECT t.*, t.xmin FROM all_contents t WHERE ${isKept};

CREATE UNIQUE INDEX contents_slug_key ON all_contents (slug) WHERE ${isKept};
CREATE INDEX contents_removed_at ON all_contents (removed_at, id) WHERE removed;

-- The indexes for sorting include the columns that determine whether a content is public. Even a page far from the
-- beginning of a list is therefore found with an index-only scan.
CREATE INDEX contents_created_at ON all_contents (created_at, id) WHERE ${isKept};
CREATE INDEX contents_by_created_at ON all_contents (status, created_at, id) INCLUDE (publish_at, unpublish_at) WHERE ${isKept};
CREATE INDEX contents_by_updated_at ON all_contents (updated_at, id) INCLUDE (status, publish_at, unpublish_at)
  WHERE ${isKept};
CREATE INDEX contents_by_published_at ON all_contents (coalesce(published_at, publish_at), id)
  INCLUDE (status, publish_at, unpublish_at) WHERE ${isKept};
CREATE INDEX contents_by_title ON all_contents (title COLLATE "und-x-icu", id) INCLUDE (status, publish_at, unpublish_at)
  WHERE ${isKept};
CREATE INDEX contents_by_slug ON all_contents (slug COLLATE "C", id) INCLUDE (status, publish_at, unpublish_at)
  WHERE ${isKept};
CREATE INDEX contents_by_editor_type ON all_contents (editor_type, created_at, id)
  INCLUDE (status, publish_at, unpublish_at) WHERE ${isKept};
-- The foreign keys also look for removed contents, so these indexes contain them.
CREATE INDEX contents_by_category ON all_contents (category_id, created_at, id)
  INCLUDE (status, publish_at, unpublish_at, removed);
CREATE INDEX contents_by_author ON all_contents (author_id, created_at, id)
  INCLUDE (status, publish_at, unpublish_at, removed);

-- Few contents have a scheduled time, so these indexes are small, and writes of other contents do not change them.
CREATE INDEX contents_publish_at ON all_contents (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX contents_unpublish_at ON all_contents (unpublish_at) WHERE unpublish_at IS NOT NULL;
${searchIndex('all_contents')}
${keepTotal(contentTotal)}
${countVersions('all_contents', ['removed', 'removed_at', 'removed_by'])}
`;

const isPublished = `status = 'PUBLISHED' AND ${isKept}`;

/**
 * `published` says whether the content is published, so that triggers can count the published contents of each tag even
 * after the content has been deleted. Adding a row locks the content (FOR SHARE), so that the status of the content
 * cannot change at the same time. When the status changes, the rows are locked in the order of their keys, to avoid
 * deadlocks.
 */
const tagged = `
CREATE TABLE content_tags (
  content_id uuid NOT NULL REFERENCES all_contents ON DELETE CASCADE,
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
    WHERE content_id = ANY (array(SELECT id FROM added WHERE ${isPublished})) AND NOT published
      OR content_id = ANY (array(SELECT id FROM added WHERE NOT (${isPublished}))) AND published
    ORDER BY content_id, tag_id FOR NO KEY UPDATE) moved
  WHERE link.content_id = moved.content_id AND link.tag_id = moved.tag_id;
  RETURN NULL;
END $$;
CREATE TRIGGER contents_publish AFTER UPDATE ON all_contents REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION publish_links();
${keepTotal(contentTagTotal)}
${countLinks({ table: 'content_tags', owners: 'all_contents', owner: 'content_id' })}
`;

export const contents = table + tagged;

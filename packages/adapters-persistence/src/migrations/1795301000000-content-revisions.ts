import { migration } from './migration.ts';

/**
 * Adds the tables of the revisions of contents and of the texts of these revisions (ADR 78). An existing content gets
 * its first revision when it is next changed.
 */
export const ContentRevisions1795301000000 = migration(
  'ContentRevisions1795301000000',
  `
      CREATE TABLE content_texts (
        content_id uuid NOT NULL REFERENCES contents ON DELETE CASCADE, hash bytea NOT NULL, body bytea NOT NULL,
        PRIMARY KEY (content_id, hash));
      CREATE TABLE content_revisions (
        content_id uuid NOT NULL REFERENCES contents ON DELETE CASCADE, version integer NOT NULL,
        kind text NOT NULL CHECK (kind IN ('SAVE', 'PUBLISH', 'UNPUBLISH', 'ARCHIVE', 'RESTORE', 'SCHEDULE')),
        author_id uuid, created_at timestamptz(3) NOT NULL, changed_fields text[] NOT NULL, bytes integer NOT NULL,
        title text NOT NULL, slug text NOT NULL, summary text, editor_type text NOT NULL, category_id uuid,
        tag_ids uuid[] NOT NULL, status text NOT NULL, published_at timestamptz(3),
        md_hash bytea, html_hash bytea, raw_hash bytea, PRIMARY KEY (content_id, version));
      CREATE INDEX content_revisions_version ON content_revisions (version)`,
);

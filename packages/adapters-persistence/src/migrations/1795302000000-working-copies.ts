import { migration } from './migration.ts';

/**
 * Adds the tables of working copies and of preview links (ADR 79). A working copy has the same id as its content. It
 * has no foreign keys to categories and tags, so these can be removed while the working copy exists. The table of
 * preview links contains only the hashes of the tokens in the links.
 */
export const WorkingCopies1795302000000 = migration(
  'WorkingCopies1795302000000',
  `
      CREATE TABLE working_copies (
        id uuid PRIMARY KEY REFERENCES contents ON DELETE CASCADE, title text NOT NULL, slug text NOT NULL, summary text,
        editor_type text NOT NULL CHECK (editor_type IN ('MARKDOWN', 'UPLOAD', 'RICHTEXT')),
        content_md text, content_html text, content_raw text, toc jsonb NOT NULL, excerpt text, reading_minutes integer,
        category_id uuid, tag_ids uuid[] NOT NULL, base_version integer NOT NULL, changed_fields text[] NOT NULL,
        author_id uuid, created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL);
      CREATE TABLE preview_links (
        id uuid PRIMARY KEY, content_id uuid NOT NULL REFERENCES contents ON DELETE CASCADE,
        token_hash text NOT NULL CONSTRAINT preview_links_token_hash_key UNIQUE, author_id uuid,
        created_at timestamptz(3) NOT NULL, expires_at timestamptz(3) NOT NULL);
      CREATE INDEX preview_links_content_id ON preview_links (content_id, created_at);
      CREATE INDEX preview_links_expires_at ON preview_links (expires_at)`,
);

import { timestamps } from './shared/columns.ts';

/** The revisions of contents, their working copies (ADR 78), and links to previews of them. */
export const revisions = `
-- Equal texts of a content are stored once.
CREATE TABLE content_texts (
  content_id uuid NOT NULL REFERENCES all_contents ON DELETE CASCADE,
  hash bytea NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (content_id, hash)
);

CREATE TABLE content_revisions (
  content_id uuid NOT NULL REFERENCES all_contents ON DELETE CASCADE,
  version integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('SAVE', 'PUBLISH', 'UNPUBLISH', 'ARCHIVE', 'RESTORE', 'SCHEDULE')),
  author_id uuid,
  changed_fields text[] NOT NULL,
  bytes integer NOT NULL,
  title text NOT NULL,
  slug text NOT NULL,
  summary text,
  editor_type text NOT NULL,
  md_hash bytea,
  html_hash bytea,
  raw_hash bytea,
  cover_id uuid,
  category_id uuid,
  tag_ids uuid[] NOT NULL,
  status text NOT NULL,
  published_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (content_id, version)
);
CREATE INDEX content_revisions_version ON content_revisions (version);
CREATE INDEX content_revisions_cover_id ON content_revisions (cover_id) WHERE cover_id IS NOT NULL;

-- A working copy has the id of its content. It has no foreign keys to categories and tags, so that these can be removed
-- while the working copy exists.
CREATE TABLE working_copies (
  id uuid PRIMARY KEY REFERENCES all_contents ON DELETE CASCADE,
  version integer NOT NULL,
  base_version integer NOT NULL,
  changed_fields text[] NOT NULL,
  author_id uuid,
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
  category_id uuid,
  tag_ids uuid[] NOT NULL,
  ${timestamps}
);

CREATE TABLE preview_links (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL REFERENCES all_contents ON DELETE CASCADE,
  token_hash text NOT NULL CONSTRAINT preview_links_token_hash_key UNIQUE,
  author_id uuid,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX preview_links_content_id ON preview_links (content_id, created_at);
CREATE INDEX preview_links_expires_at ON preview_links (expires_at);
`;

import type { QueryRunner } from 'typeorm';
import { migration } from './migration.ts';
import { builtInLinks, builtInRows } from './1763683200000-built-in-rows.ts';

/**
 * Returns the definition of a column that concatenates the searched columns. The separator does not occur in texts, so
 * no match spans two columns.
 */
const searchText = (...columns: string[]): string =>
  `search_text text NOT NULL GENERATED ALWAYS AS (${columns
    .map((column) => `coalesce(${column}, '')`)
    .join(` || E'\\x01' || `)}) STORED`;

const stamps = 'created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL';

const searched = ['users', 'roles', 'permissions', 'menus', 'contents', 'categories', 'tags'];

const tables = `
CREATE TABLE users (
  id uuid PRIMARY KEY, email text NOT NULL, email_key text NOT NULL, username text NOT NULL, username_key text NOT NULL,
  nick_name text, phone text, gender jsonb, password_hash text NOT NULL,
  status smallint NOT NULL CHECK (status IN (0, 1)), ${stamps}, ${searchText('username', 'email', 'nick_name', 'phone')},
  CONSTRAINT users_email_key UNIQUE (email_key), CONSTRAINT users_username_key UNIQUE (username_key));
CREATE INDEX users_created_at ON users (created_at, id);

CREATE TABLE sessions (
  id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  refresh_hash text NOT NULL, previous_hash text, rotated_at timestamptz(3),
  ip_address text NOT NULL, user_agent text NOT NULL,
  created_at timestamptz(3) NOT NULL, last_used_at timestamptz(3) NOT NULL, expires_at timestamptz(3) NOT NULL);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE roles (
  id uuid PRIMARY KEY, code text NOT NULL, name text NOT NULL, description text, is_system boolean NOT NULL,
  status smallint NOT NULL CHECK (status IN (0, 1)), ${stamps}, ${searchText('code', 'name', 'description')},
  CONSTRAINT roles_code_key UNIQUE (code), CONSTRAINT roles_name_key UNIQUE (name));
CREATE INDEX roles_created_at ON roles (created_at, id);

CREATE TABLE permissions (
  id uuid PRIMARY KEY, code text NOT NULL, name text NOT NULL, description text, resource text NOT NULL, action text NOT NULL,
  is_system boolean NOT NULL, status smallint NOT NULL CHECK (status IN (0, 1)), ${stamps},
  ${searchText('code', 'name', 'description')},
  CONSTRAINT permissions_code_key UNIQUE (code), CONSTRAINT permissions_name_key UNIQUE (name));
CREATE INDEX permissions_created_at ON permissions (created_at, id);
CREATE INDEX permissions_resource ON permissions (resource, action);

CREATE TABLE menus (
  id uuid PRIMARY KEY, parent_id uuid CONSTRAINT menus_parent_id_fkey REFERENCES menus,
  route_name text NOT NULL, route_path text NOT NULL, menu_name text NOT NULL, i18n_key text,
  icon_type smallint NOT NULL CHECK (icon_type IN (1, 2)), icon text, local_icon text, icon_font_size integer,
  "order" integer NOT NULL, menu_type smallint NOT NULL CHECK (menu_type IN (1, 2)), component text, href text,
  hide_in_menu boolean NOT NULL, active_menu text, multi_tab boolean NOT NULL, fixed_index_in_tab integer,
  status smallint NOT NULL CHECK (status IN (0, 1, 2)), keep_alive boolean NOT NULL, constant boolean NOT NULL, query jsonb,
  ${stamps}, ${searchText('route_name', 'menu_name', 'route_path')});
CREATE INDEX menus_parent_id ON menus (parent_id);
CREATE INDEX menus_order ON menus ("order", route_name COLLATE "C", id);
CREATE INDEX menus_route_name ON menus (route_name);

CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  PRIMARY KEY (user_id, role_id));
CREATE INDEX user_roles_role_id ON user_roles (role_id);
CREATE TABLE role_permissions (
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  permission_id uuid NOT NULL REFERENCES permissions ON DELETE CASCADE,
  PRIMARY KEY (role_id, permission_id));
CREATE INDEX role_permissions_permission_id ON role_permissions (permission_id);
CREATE TABLE role_menus (
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE, menu_id uuid NOT NULL REFERENCES menus ON DELETE CASCADE,
  PRIMARY KEY (role_id, menu_id));
CREATE INDEX role_menus_menu_id ON role_menus (menu_id);

CREATE TABLE categories (
  id uuid PRIMARY KEY, parent_id uuid CONSTRAINT categories_parent_id_fkey REFERENCES categories,
  name text NOT NULL, slug text NOT NULL, description text, "order" integer NOT NULL, ${stamps},
  ${searchText('name', 'slug')}, CONSTRAINT categories_slug_key UNIQUE (slug));
CREATE INDEX categories_parent_id ON categories (parent_id);
CREATE INDEX categories_created_at ON categories (created_at, id);
CREATE TABLE tags (
  id uuid PRIMARY KEY, name text NOT NULL, name_key text NOT NULL, slug text NOT NULL, description text, ${stamps},
  ${searchText('name', 'slug')}, CONSTRAINT tags_name_key UNIQUE (name_key), CONSTRAINT tags_slug_key UNIQUE (slug));
CREATE INDEX tags_created_at ON tags (created_at, id);

CREATE TABLE contents (
  id uuid PRIMARY KEY, title text NOT NULL, slug text NOT NULL, summary text,
  editor_type text NOT NULL CHECK (editor_type IN ('MARKDOWN', 'UPLOAD', 'RICHTEXT')),
  content_md text, content_html text, content_raw text,
  toc jsonb NOT NULL, excerpt text, reading_minutes integer,
  category_id uuid CONSTRAINT contents_category_id_fkey REFERENCES categories,
  author_id uuid REFERENCES users ON DELETE SET NULL,
  status text NOT NULL CHECK (status IN ('DRAFT', 'PUBLISHED', 'ARCHIVED')), published_at timestamptz(3), ${stamps},
  ${searchText('title', 'summary', 'slug')}, CONSTRAINT contents_slug_key UNIQUE (slug));
CREATE INDEX contents_created_at ON contents (created_at, id);
CREATE INDEX contents_status ON contents (status, created_at, id);
CREATE INDEX contents_category_id ON contents (category_id, created_at, id);
CREATE INDEX contents_author_id ON contents (author_id, created_at, id);
CREATE TABLE content_tags (
  content_id uuid NOT NULL REFERENCES contents ON DELETE CASCADE, tag_id uuid NOT NULL REFERENCES tags ON DELETE CASCADE,
  PRIMARY KEY (content_id, tag_id));
CREATE INDEX content_tags_tag_id ON content_tags (tag_id);

CREATE TABLE audit_records (
  id uuid PRIMARY KEY, event text NOT NULL, user_id uuid NOT NULL, ip_address text NOT NULL, user_agent text NOT NULL,
  resource text NOT NULL, resource_id uuid NOT NULL, action text NOT NULL, payload jsonb NOT NULL, result text NOT NULL,
  created_at timestamptz(3) NOT NULL);
CREATE INDEX audit_records_created_at ON audit_records (created_at, id);
CREATE INDEX audit_records_user_id ON audit_records (user_id, created_at, id);
CREATE INDEX audit_records_resource_id ON audit_records (resource_id, created_at, id);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'audit records are append-only'; END $$;
CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE UNLOGGED TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
`;

/** Creates the tables of the first version and inserts the built-in rows. */
export const Initial1763683200000 = migration('Initial1763683200000', async (runner) => {
  await runner.query(tables);
  await indexSearch(runner);
  const now = new Date();
  for (const rows of builtInRows) await runner.query(rows, [now]);
  for (const links of builtInLinks) await runner.query(links);
});

/**
 * Creates the indexes for searches. If the extension pg_trgm is not available, searches work without an index. The
 * extension is one of the `contrib` modules of PostgreSQL.
 */
async function indexSearch(runner: QueryRunner): Promise<void> {
  const available: unknown[] = await runner.query(`SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'`);
  if (available.length === 0) return;
  await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  for (const table of searched) {
    await runner.query(`CREATE INDEX ${table}_search ON ${table} USING gin (search_text gin_trgm_ops)`);
  }
}

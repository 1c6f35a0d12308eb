import { migration } from './migration.ts';

/**
 * Indexes on the sort and filter columns of lists. Each index for sorting ends with the id as the tiebreaker, so that a
 * page can be read in the order of the index. `status` is included where most lists filter by it. Rows with another
 * status are then skipped without reading the table. Roles, menus and categories have few rows and need no indexes for
 * lists.
 */
const added = {
  users_updated_at: 'users (updated_at, id) INCLUDE (status)',
  users_username: 'users (username_key COLLATE "C", id) INCLUDE (status)',
  users_email: 'users (email_key COLLATE "C", id) INCLUDE (status)',
  users_nick_name: 'users (nick_name COLLATE "C", id) INCLUDE (status)',
  users_status: 'users (status, id)',
  users_status_created_at: 'users (status, created_at, id)',
  users_gender: `users ((gender #>> '{}'))`,
  user_roles_members: 'user_roles (role_id, user_id)',

  permissions_updated_at: 'permissions (updated_at, id)',
  permissions_code: 'permissions (code COLLATE "C", id)',
  permissions_name: 'permissions (name COLLATE "C", id)',
  permissions_by_resource: 'permissions (resource COLLATE "C", id)',
  permissions_by_action: 'permissions (action COLLATE "C", id)',
  permissions_status: 'permissions (status, id)',

  contents_updated_at: 'contents (updated_at, id) INCLUDE (status)',
  contents_published_at: 'contents (published_at, id) INCLUDE (status)',
  contents_title: 'contents (title COLLATE "C", id) INCLUDE (status)',
  contents_slug: 'contents (slug COLLATE "C", id) INCLUDE (status)',
  contents_by_status: 'contents (status, id)',
  contents_editor_type: 'contents (editor_type, created_at, id) INCLUDE (status)',
  contents_category: 'contents (category_id, created_at, id) INCLUDE (status)',
  contents_author: 'contents (author_id, created_at, id) INCLUDE (status)',
  content_tags_tagged: 'content_tags (tag_id, content_id)',

  tags_updated_at: 'tags (updated_at, id)',
  tags_name: 'tags (name COLLATE "C", id)',
  tags_slug: 'tags (slug COLLATE "C", id)',
};

/** The tables that have a trigram index if the extension pg_trgm is available. */
const searched = ['users', 'roles', 'permissions', 'menus', 'contents', 'categories', 'tags'];

/** Indexes that are no longer needed, because an index in `added` begins with the same columns. */
const replaced = ['user_roles_role_id', 'content_tags_tag_id', 'contents_category_id', 'contents_author_id'];

/**
 * Creates indexes with which PostgreSQL finds the rows of a list page, and counts a list, without reading the complete
 * table (ADR 36).
 */
export const ListIndexes1795262520000 = migration(
  'ListIndexes1795262520000',
  async (runner) => {
    for (const [name, on] of Object.entries(added)) await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
    // Every search scans the complete pending list of a trigram index, so the limit of this list is reduced from 4 MB
    // to 256 kB.
    for (const table of searched) {
      await runner.query(`ALTER INDEX IF EXISTS ${table}_search SET (gin_pending_list_limit = 256)`);
    }
    for (const name of replaced) await runner.query(`DROP INDEX IF EXISTS ${name}`);
  },
  {
    /** Each index is created in a separate transaction, so that writers wait for only one index at a time. */
    isTransaction: false,
  },
);

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What lists are sorted and filtered by, ending in what breaks ties, so that a page is read from the index in its order.
 * `status` comes along where visitors or most lists ask for one: what is not shown is passed over inside the index.
 * Roles, menus and categories are few, and are sorted anew.
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

/** Searched by trigrams, where PostgreSQL has them. */
const searched = ['users', 'roles', 'permissions', 'menus', 'contents', 'categories', 'tags'];

/** Those that one of the above begins with. */
const replaced = ['user_roles_role_id', 'content_tags_tag_id', 'contents_category_id', 'contents_author_id'];

/** Indexes that read pages and count matches without the rows (ADR 36). */
export class ListIndexes1795262520000 implements MigrationInterface {
  readonly name = 'ListIndexes1795262520000';
  /** Each index by itself: writers of the previous version wait for one to be built, not for all. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(added)) await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
    // New rows wait in a list that every search reads from end to end, of 4 MB if nobody says otherwise.
    for (const table of searched) {
      await runner.query(`ALTER INDEX IF EXISTS ${table}_search SET (gin_pending_list_limit = 256)`);
    }
    for (const name of replaced) await runner.query(`DROP INDEX IF EXISTS ${name}`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is nothing to undo: the previous version runs on this database too.'));
  }
}

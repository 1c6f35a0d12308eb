import { migration } from './migration.ts';

const times = ['publish_at', 'unpublish_at'];

/**
 * Indexes for sorting contents. They include the columns that determine whether a content is public. Even a page far
 * from the beginning of a list is therefore found with an index-only scan.
 */
const sortIndexes = {
  contents_by_created_at: 'contents (status, created_at, id) INCLUDE (publish_at, unpublish_at)',
  contents_by_updated_at: 'contents (updated_at, id) INCLUDE (status, publish_at, unpublish_at)',
  contents_by_published_at:
    'contents (coalesce(published_at, publish_at), id) INCLUDE (status, publish_at, unpublish_at)',
  contents_by_title: 'contents (title COLLATE "C", id) INCLUDE (status, publish_at, unpublish_at)',
  contents_by_slug: 'contents (slug COLLATE "C", id) INCLUDE (status, publish_at, unpublish_at)',
  contents_by_editor_type: 'contents (editor_type, created_at, id) INCLUDE (status, publish_at, unpublish_at)',
  contents_by_category: 'contents (category_id, created_at, id) INCLUDE (status, publish_at, unpublish_at)',
  contents_by_author: 'contents (author_id, created_at, id) INCLUDE (status, publish_at, unpublish_at)',
};

/** The indexes that `sortIndexes` replaces, and `contents_by_status`, which was used to sort by the stored status. */
const replaced = [
  'contents_status',
  'contents_updated_at',
  'contents_published_at',
  'contents_title',
  'contents_slug',
  'contents_editor_type',
  'contents_category',
  'contents_author',
  'contents_by_status',
];

/** Adds the times at which a content is to be published and unpublished automatically (ADR 80). */
export const Schedule1795303000000 = migration(
  'Schedule1795303000000',
  async (runner) => {
    for (const time of times) {
      await runner.query(`ALTER TABLE contents ADD COLUMN IF NOT EXISTS ${time} timestamptz(3)`);
      // Few contents have a scheduled time, so these indexes are small, and writes of other contents do not change
      // them.
      await runner.query(`CREATE INDEX IF NOT EXISTS contents_${time} ON contents (${time}) WHERE ${time} IS NOT NULL`);
    }
    for (const [name, on] of Object.entries(sortIndexes)) {
      await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
    }
    for (const name of replaced) await runner.query(`DROP INDEX IF EXISTS ${name}`);
    // The new columns have no statistics yet. Without statistics, the planner would assume that a scheduled time has
    // passed for a third of the contents.
    await runner.query(`ANALYZE contents (${times.join(', ')})`);
  },
  {
    /** Each index is created in a separate transaction, so that writers wait for only one index at a time. */
    isTransaction: false,
  },
);

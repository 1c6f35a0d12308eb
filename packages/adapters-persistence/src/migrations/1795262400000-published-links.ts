import { migration } from './migration.ts';

/**
 * Adds to the join table `content_tags` a column that says whether the content is published. Triggers that count the
 * published contents of each tag can use this column even after the content has been deleted. Adding the column locks
 * the table exclusively for a short time, so this is a separate migration. The next migration fills the column.
 */
export const PublishedLinks1795262400000 = migration(
  'PublishedLinks1795262400000',
  'ALTER TABLE content_tags ADD COLUMN published boolean NOT NULL DEFAULT false',
);

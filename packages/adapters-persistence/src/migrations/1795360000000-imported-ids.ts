import { migration } from './migration.ts';

/**
 * Adds the ids that imported users and contents had in the product that they came from. A repeated import finds them
 * again by these ids. The ids are removed together with the users and contents.
 */
export const ImportedIds1795360000000 = migration(
  'ImportedIds1795360000000',
  `
CREATE TABLE imported_users (source_id text PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE);
CREATE TABLE imported_contents (source_id text PRIMARY KEY,
  content_id uuid NOT NULL UNIQUE REFERENCES contents (id) ON DELETE CASCADE);
`,
);

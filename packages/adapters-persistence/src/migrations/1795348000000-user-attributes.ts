import { migration } from './migration.ts';

/**
 * Adds the declarations of user attributes, which are one row, and their values. Processes of the previous release
 * continue to work: their users have no attributes.
 */
export const UserAttributes1795348000000 = migration(
  'UserAttributes1795348000000',
  `
CREATE TABLE user_attributes (
  id uuid PRIMARY KEY CHECK (id = '00000000-0000-4000-8000-500000000001'),
  attributes jsonb NOT NULL, version integer NOT NULL, updated_at timestamptz(3) NOT NULL);
INSERT INTO user_attributes VALUES ('00000000-0000-4000-8000-500000000001', '[]', 1, now());
ALTER TABLE users ADD COLUMN attributes jsonb NOT NULL DEFAULT '{}';
CREATE INDEX users_attributes ON users USING gin (attributes);
`,
);

/**
 * The ids that imported users and contents had in the product that they came from, and the addresses of imported files.
 * A repeated import finds them again.
 */
export const imports = `
CREATE TABLE imported_users (
  source_id text PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE
);
CREATE TABLE imported_contents (
  source_id text PRIMARY KEY,
  content_id uuid NOT NULL UNIQUE REFERENCES all_contents ON DELETE CASCADE
);
CREATE TABLE imported_media (
  address text PRIMARY KEY,
  media_id uuid NOT NULL REFERENCES media ON DELETE CASCADE
);
CREATE INDEX imported_media_media_id ON imported_media (media_id);
`;

import { migration } from './migration.ts';

/** Imports remember from which address a file came, so that a repeated import does not fetch it again. */
export const ImportedMedia1795381000000 = migration(
  'ImportedMedia1795381000000',
  `
CREATE TABLE imported_media (address text PRIMARY KEY, media_id uuid NOT NULL REFERENCES media ON DELETE CASCADE);
CREATE INDEX imported_media_media_id ON imported_media (media_id);
`,
);

import { searchText, timestamps } from './shared/columns.ts';
import { searchIndex } from './shared/search-index.ts';
import { keepTotal } from './shared/totals.ts';
import { countVersions, versionColumns } from './shared/versions.ts';

export const tagTotal = { table: 'tags' };

export const tags = `
CREATE TABLE tags (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  name_key text NOT NULL CONSTRAINT tags_name_key UNIQUE,
  slug text NOT NULL CONSTRAINT tags_slug_key UNIQUE,
  description text,
  ${versionColumns},
  ${timestamps},
  ${searchText('name', 'slug')}
);
CREATE INDEX tags_created_at ON tags (created_at, id);
CREATE INDEX tags_updated_at ON tags (updated_at, id);
CREATE INDEX tags_name ON tags (name COLLATE "und-x-icu", id);
CREATE INDEX tags_slug ON tags (slug COLLATE "C", id);
${searchIndex('tags')}
${keepTotal(tagTotal)}
${countVersions('tags', ['name_key'])}
`;

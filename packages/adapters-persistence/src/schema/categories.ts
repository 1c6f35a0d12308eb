import { searchText, timestamps } from './shared/columns.ts';
import { searchIndex } from './shared/search-index.ts';
import { keepTotal } from './shared/totals.ts';
import { countVersions, versionColumns } from './shared/versions.ts';

export const categoryTotal = { table: 'categories' };

/** There are few categories, so lists need no further indexes. */
export const categories = `
CREATE TABLE categories (
  id uuid PRIMARY KEY,
  parent_id uuid CONSTRAINT categories_parent_id_fkey REFERENCES categories,
  name text NOT NULL,
  slug text NOT NULL CONSTRAINT categories_slug_key UNIQUE,
  description text,
  "order" integer NOT NULL,
  ${versionColumns},
  ${timestamps},
  ${searchText('name', 'slug')}
);
CREATE INDEX categories_parent_id ON categories (parent_id);
CREATE INDEX categories_created_at ON categories (created_at, id);
${searchIndex('categories')}
${keepTotal(categoryTotal)}
${countVersions('categories')}
`;

/**
 * Creates the extension with which searches use an index. It is one of the `contrib` modules of PostgreSQL. If it is
 * not available, searches work without an index.
 */
export const searchExtension = `
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  END IF;
END $$;
`;

/**
 * Creates the index for searches in the column `search_text` of a table. Every search scans the complete pending list of
 * the index, so the limit of this list is reduced from 4 MB to 256 kB.
 */
export const searchIndex = (table: string): string => `
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX ${table}_search ON ${table} USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);
  END IF;
END $$;
`;

/** The times at which a row was added and last changed. */
export const timestamps = 'created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL';

/**
 * Returns the definition of a column that concatenates the searched columns. The separator does not occur in texts, so
 * no match spans two columns.
 */
export const searchText = (...columns: string[]): string =>
  `search_text text NOT NULL GENERATED ALWAYS AS (${
    columns.map((column) => `coalesce(${column}, '')`).join(` || E'\\x01' || `) || `''`
  }) STORED`;

import type { EntityManager, EntitySchema } from 'typeorm';
import { insertReturning } from './collection.ts';

/** The slug with which a row was inserted. */
interface Slugged {
  readonly slug: string;
}

/**
 * An SQL expression for the first of `base`, `base-2`, `base-3` and so on that is not in use. Each candidate is looked up
 * in the unique index.
 */
export const freeSlug = (table: string, base: string): string => `(WITH RECURSIVE tried AS (
    SELECT ${base}::text AS slug, 1 AS number
    UNION ALL SELECT ${base}::text || '-' || (number + 1), number + 1 FROM tried
      WHERE EXISTS (SELECT FROM ${table} t WHERE t.slug = tried.slug))
  SELECT slug FROM tried ORDER BY number DESC LIMIT 1)`;

/**
 * Returns a function that inserts a row with the first free slug, unless a row in the way has been committed since the
 * statement began. The result is empty if nothing was inserted.
 * @param target the columns of the unique index on which a row may be in the way. Default: all
 */
export const insertIfFree = <Entity extends Slugged>(schema: EntitySchema<Entity>, target = '') =>
  insertReturning(schema, ({ columns, places }) => {
    const values = places.map((place, index) =>
      columns[index] === '"slug"' ? freeSlug(schema.options.name, place) : place,
    );
    return `VALUES (${values.join(', ')}) ON CONFLICT ${target} DO NOTHING RETURNING slug`;
  });

/**
 * Returns a function that inserts a row with the first free slug, and returns this slug.
 * @param target the unique index of the slugs
 */
export function insertWithFreeSlug<Entity extends Slugged>(schema: EntitySchema<Entity>, target = '(slug)') {
  const insert = insertIfFree(schema, target);
  return async (db: EntityManager, row: Entity): Promise<Slugged> => {
    for (;;) {
      // If another transaction has just taken the slug, the next statement sees its row.
      const [added] = await insert<Slugged>(db, row);
      if (added !== undefined) return added;
    }
  };
}

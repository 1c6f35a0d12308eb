import type { EntityManager } from 'typeorm';

/**
 * Returns the first of `base`, `base-2`, `base-3` and so on that is not in use. Each candidate is looked up in the
 * unique index. Transactions with the same base wait for each other.
 */
export async function freeSlug(db: EntityManager, table: string, base: string): Promise<string> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table} ${base}`]);
  const [row]: { slug: string }[] = await db.query(
    `WITH RECURSIVE tried AS (SELECT $1::text AS slug, 1 AS number
       UNION ALL SELECT $1 || '-' || (number + 1), number + 1 FROM tried
         WHERE EXISTS (SELECT FROM ${table} t WHERE t.slug = tried.slug))
     SELECT slug FROM tried ORDER BY number DESC LIMIT 1`,
    [base],
  );
  return row?.slug ?? base;
}

import type { EntityManager } from 'typeorm';

/** `base`, or `base` with the next number where it is taken. Transactions that ask for one base wait for each other. */
export async function freeSlug(db: EntityManager, table: string, base: string): Promise<string> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table} ${base}`]);
  const [row]: { taken: boolean; highest: number | null }[] = await db.query(
    `SELECT bool_or(slug = $1) AS taken, max(substring(slug FROM length($1) + 2)::int)
       FILTER (WHERE substring(slug FROM length($1) + 1) ~ '^-[0-9]{1,9}$') AS highest
     FROM ${table} WHERE slug = $1 OR (slug LIKE $2 AND slug ~ '-[0-9]{1,9}$')`,
    [base, `${base.replace(/[\\%_]/g, String.raw`\$&`)}-%`],
  );
  return row?.taken === true ? `${base}-${Math.max(row.highest ?? 1, 1) + 1}` : base;
}

import pg from 'pg';

export interface Database {
  /** One named statement outside transactions. */
  readonly rows: <Row extends object>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;
  /** For what needs a connection of its own. */
  readonly pool: pg.Pool;
}

const connections = 10;

/** `2026-11-21 09:00:00.12+00`, as PostgreSQL writes it, in the form of the interface; no Date is made. */
function isoMoment(text: string): string {
  const milliseconds = text.slice(20, text.indexOf('+')).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

export async function connect(url: string): Promise<Database> {
  pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoMoment);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    idleTimeoutMillis: 0,
    options: '-c plan_cache_mode=force_generic_plan -c timezone=UTC',
  });
  // All of them before the first request.
  const opened = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  for (const client of opened) client.release();
  return {
    pool,
    rows: async <Row extends object>(name: string, text: string, values: readonly unknown[]) =>
      (await pool.query<Row>({ name, text, values: [...values] })).rows,
  };
}

import type { DataSource } from 'typeorm';

/**
 * A partition of the audit records, which can be removed as a whole. It holds the records of one month, except that the
 * first partition holds all records from before partitioning.
 */
export interface AuditMonth {
  /** The table of the partition. */
  readonly name: string;
  /** The exclusive upper bound of its timestamps. */
  readonly until: Date;
}

/** Manages the partitions of the audit records. */
export interface AuditMonths {
  /** Creates the partitions for the month of `at` and the two after it. Returns the number of created partitions. */
  readonly prepare: (at: Date) => Promise<number>;
  /** Lists the partitions that end at or before a timestamp, the oldest first. */
  readonly endedBy: (timestamp: Date) => Promise<readonly AuditMonth[]>;
  /**
   * Drops the oldest partition that ends at or before a timestamp, and returns it. Returns `undefined` if there is none
   * or another process holds the lock. Requires the role that owns the tables.
   */
  readonly removeOldest: (timestamp: Date) => Promise<AuditMonth | undefined>;
}

const ended = 'SELECT name, until FROM audit_months WHERE until <= $1 ORDER BY until';
const tryLock = `SELECT pg_try_advisory_xact_lock(hashtextextended('audit months', 0)) AS acquired`;

export const auditMonths = (dataSource: DataSource): AuditMonths => ({
  prepare: async (at) => {
    const rows: { added: number }[] = await dataSource.query('SELECT prepare_audit_months($1) AS added', [at]);
    return rows[0]?.added ?? 0;
  },
  endedBy: (timestamp) => dataSource.query<AuditMonth[]>(ended, [timestamp]),
  removeOldest: (timestamp) =>
    dataSource.transaction(async (db) => {
      const [{ acquired } = { acquired: false }]: { acquired: boolean }[] = await db.query(tryLock);
      const [oldest]: AuditMonth[] = acquired ? await db.query(ended, [timestamp]) : [];
      if (oldest !== undefined) {
        await db.query(`LOCK TABLE "${oldest.name}" IN SHARE MODE`);
        // Dropping a table does not run its triggers, so the total is corrected here.
        await db.query(`SELECT add_to_total('audit_records', '', -count(*)) FROM "${oldest.name}"`);
        await db.query(`DROP TABLE "${oldest.name}"`);
      }
      return oldest;
    }),
});

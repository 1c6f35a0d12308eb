import type { DataSource } from 'typeorm';

/** Records of some time that can be let go of as a whole; a month, but for those from before there were months. */
export interface AuditMonth {
  /** Its table. */
  readonly name: string;
  /** The moment after its last. */
  readonly until: Date;
}

/** The audit records as they lie in the database, month by month. */
export interface AuditMonths {
  /** Makes room for the records of this month and the two after it; answers how many months it added. */
  readonly prepare: (at: Date) => Promise<number>;
  /** The months that had ended by a moment, the oldest first. */
  readonly endedBy: (moment: Date) => Promise<readonly AuditMonth[]>;
  /**
   * Removes the oldest month that had ended by a moment, for ever, and answers it; `undefined` where there is none, or
   * another process is at it. Only the role that owns the tables may do this.
   */
  readonly removeOldest: (moment: Date) => Promise<AuditMonth | undefined>;
}

const ended = 'SELECT name, until FROM audit_months WHERE until <= $1 ORDER BY until';
const claim = `SELECT pg_try_advisory_xact_lock(hashtextextended('audit months', 0)) AS claimed`;

export const auditMonths = (dataSource: DataSource): AuditMonths => ({
  prepare: async (at) => {
    const rows: { added: number }[] = await dataSource.query('SELECT prepare_audit_months($1) AS added', [at]);
    return rows[0]?.added ?? 0;
  },
  endedBy: (moment) => dataSource.query<AuditMonth[]>(ended, [moment]),
  removeOldest: (moment) =>
    dataSource.transaction(async (db) => {
      const [{ claimed } = { claimed: false }]: { claimed: boolean }[] = await db.query(claim);
      const [oldest]: AuditMonth[] = claimed ? await db.query(ended, [moment]) : [];
      if (oldest !== undefined) {
        await db.query(`LOCK TABLE "${oldest.name}" IN SHARE MODE`);
        // A table that is dropped fires no trigger.
        await db.query(`SELECT add_to_total('audit_records', '', -count(*)) FROM "${oldest.name}"`);
        await db.query(`DROP TABLE "${oldest.name}"`);
      }
      return oldest;
    }),
});

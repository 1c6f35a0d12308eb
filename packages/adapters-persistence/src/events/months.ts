import type { DataSource } from 'typeorm';

/**
 * A partition of the audit records or of the events. A partition can only be removed as a whole. It contains the
 * records of one month. The first partition of each table instead contains all records before the second partition.
 */
export interface Month {
  /** The name of the table that stores the partition. */
  readonly name: string;
  /** The exclusive upper bound of the timestamps in the partition. */
  readonly until: Date;
}

/** Manages the partitions of a table. */
export interface Months {
  /**
   * Creates the missing partitions for the month of `at` and the next two months, and returns their number. Returns 0
   * if another process is creating or removing partitions.
   */
  readonly prepare: (at: Date) => Promise<number>;
  /** Returns the partitions that end at or before a timestamp, oldest first. */
  readonly endedBy: (timestamp: Date) => Promise<readonly Month[]>;
  /**
   * Drops the oldest partition that ends at or before a timestamp, and returns it. Returns `undefined` if no partition
   * has ended or if another process is creating or removing partitions. The database role must own the tables.
   */
  readonly removeOldest: (timestamp: Date) => Promise<Month | undefined>;
}

/**
 * The names of the function that creates partitions (`prepare`) and of the view that lists them (`view`). `lock` is the
 * name of the advisory lock for creating and removing partitions.
 */
interface Partitioned {
  readonly prepare: string;
  readonly view: string;
  readonly lock: string;
  /**
   * Returns SQL that subtracts the number of rows of a partition from a stored total before the partition is dropped.
   * This is necessary because dropping a table does not run its triggers.
   */
  readonly beforeDrop?: (partition: string) => string;
}

const monthsOf =
  ({ prepare, view, lock, beforeDrop }: Partitioned) =>
  (dataSource: DataSource): Months => {
    const ended = `SELECT name, until FROM ${view} WHERE until <= $1 ORDER BY until`;
    const tryLock = `SELECT pg_try_advisory_xact_lock(hashtextextended('${lock}', 0)) AS acquired`;
    return {
      prepare: async (at) => {
        const rows: { added: number }[] = await dataSource.query(`SELECT ${prepare}($1) AS added`, [at]);
        return rows[0]?.added ?? 0;
      },
      endedBy: (timestamp) => dataSource.query<Month[]>(ended, [timestamp]),
      removeOldest: (timestamp) =>
        dataSource.transaction(async (db) => {
          const [{ acquired } = { acquired: false }]: { acquired: boolean }[] = await db.query(tryLock);
          const [oldest]: Month[] = acquired ? await db.query(ended, [timestamp]) : [];
          if (oldest !== undefined) {
            await db.query(`LOCK TABLE "${oldest.name}" IN SHARE MODE`);
            if (beforeDrop !== undefined) await db.query(beforeDrop(oldest.name));
            await db.query(`DROP TABLE "${oldest.name}"`);
          }
          return oldest;
        }),
    };
  };

/** Manages the monthly partitions of the audit records. */
export const auditMonths = monthsOf({
  prepare: 'prepare_audit_months',
  view: 'audit_months',
  lock: 'audit months',
  beforeDrop: (partition) => `SELECT add_to_total('audit_records', '', -count(*)) FROM "${partition}"`,
});

/** Manages the monthly partitions of the events. */
export const eventMonths = monthsOf({
  prepare: 'prepare_event_months',
  view: 'event_months',
  lock: 'event months',
});

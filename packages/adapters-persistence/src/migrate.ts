import { MigrationExecutor, type DataSource } from 'typeorm';

/** Any number that nobody else uses for an advisory lock in this database. */
const migrationLock = 7_063_417_621;

/** Runs the migrations that have not run. Processes that start at once wait for each other; one does the work. */
export async function migrate(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    try {
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'each';
      await executor.executePendingMigrations();
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
      await runner.query('RESET statement_timeout; RESET lock_timeout');
    }
  } finally {
    await runner.release();
  }
}

import { MigrationExecutor, type DataSource } from 'typeorm';

/** Any number that nobody else uses for an advisory lock in this database. */
const migrationLock = 7_063_417_621;

/**
 * Runs the migrations that have not run, over a connection that is closed in the end; answers their names. Processes that
 * start at once wait for each other; one does the work.
 */
export async function migrate(dataSource: DataSource): Promise<readonly string[]> {
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    // The lock goes with the connection.
    await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    return (await executor.executePendingMigrations()).map(({ name }) => name);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

export interface MigrationState {
  readonly name: string;
  readonly hasRun: boolean;
}

/** Every migration that has run, and after them those that have not, in their order; asks, and changes nothing. */
export async function migrationStates(dataSource: DataSource): Promise<readonly MigrationState[]> {
  const executor = new MigrationExecutor(dataSource);
  const done = (await executor.getExecutedMigrations()).toSorted((a, b) => a.timestamp - b.timestamp);
  const pending = await executor.getPendingMigrations();
  return [...done.map(({ name }) => ({ name, hasRun: true })), ...pending.map(({ name }) => ({ name, hasRun: false }))];
}

import { MigrationExecutor, QueryFailedError, type DataSource } from 'typeorm';

/**
 * The key of the advisory lock for migrations. It must differ from the keys of all other advisory locks in the
 * database.
 */
const migrationLock = 7_063_417_621;

/**
 * Migrations are pending, and the role of the connection may not run them.
 * @example
 * await migrate(readConfig(process.env, { serves: false })).catch((error: unknown) => {
 *   if (error instanceof MissingMigrations) console.error('Run portcullis migrate as the owner of the tables.');
 * });
 */
export class MissingMigrations extends Error {
  override readonly name = 'MissingMigrations';

  constructor(names: readonly string[], options: ErrorOptions) {
    const count = names.length === 0 ? 'all' : names.length;
    const missing = names.length > 0 && names.length <= 3 ? names.join(', ') : `${count} migrations`;
    super(`The database lacks ${missing}, and the role of the connection may not run migrations.`, options);
  }
}

/** The SQLSTATE of PostgreSQL for a statement that the role may not execute. */
const insufficientPrivilege = '42501';

function isForbidden(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code }: { readonly code?: unknown } = error.driverError;
  return code === insufficientPrivilege;
}

/**
 * Runs the pending migrations, then closes the data source. If several processes start at the same time, one of them
 * runs the migrations while the others wait.
 * @returns the names of the migrations that this call ran
 * @throws {MissingMigrations}
 */
export async function migrate(dataSource: DataSource): Promise<readonly string[]> {
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    // The lock is released when the connection closes.
    await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    try {
      return (await executor.executePendingMigrations()).map(({ name }) => name);
    } catch (error) {
      if (!isForbidden(error)) throw error;
      // Without the table of executed migrations, which the first migration run creates, this read fails too.
      const pending = await executor.getPendingMigrations().catch(() => []);
      throw new MissingMigrations(
        pending.map(({ name }) => name),
        { cause: error },
      );
    }
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

/** Whether a migration has run. */
export interface MigrationState {
  readonly name: string;
  readonly hasRun: boolean;
}

/** Returns the executed migrations, followed by the pending ones. Does not change the database. */
export async function migrationStates(dataSource: DataSource): Promise<readonly MigrationState[]> {
  const executor = new MigrationExecutor(dataSource);
  const done = (await executor.getExecutedMigrations()).toSorted((a, b) => a.timestamp - b.timestamp);
  const pending = await executor.getPendingMigrations();
  return [...done.map(({ name }) => ({ name, hasRun: true })), ...pending.map(({ name }) => ({ name, hasRun: false }))];
}

import { connectDatabase, useDatabase } from '@portcullis/adapters-persistence/internal/database';
import { migrationStates } from '@portcullis/adapters-persistence/internal/migrate';
import { migrationFiles } from './adding/migration-files.ts';
import { writeFiles } from './adding/project-files.ts';
import { readConfig } from '../config/config.ts';
import { prepareDataDir } from '../config/directories.ts';
import { databaseOptions } from '../wiring/database.ts';
import { resourcesOf } from '../wiring/module-parts.ts';
import { loadModules } from './load-modules.ts';
import { say, UsageError, type Terminal } from './terminal.ts';

export interface PlanOptions {
  readonly modules?: string;
  /** The folder in which the statements are written as a migration. */
  readonly write?: string;
  /** Whether statements with a risk are written too. */
  readonly allow?: boolean;
}

/** Prints the statements after which the tables have what the modules declare, and writes them if this is requested. */
export async function planMigration(terminal: Terminal, { modules: file, write, allow }: PlanOptions): Promise<void> {
  const modules = await loadModules(file);
  const config = readConfig(terminal.env, { serves: false, modules });
  if (config.databaseUrl === undefined) prepareDataDir(config.dataDir);
  const changes = await useDatabase(connectDatabase(databaseOptions(config, modules)), async (database) => {
    const pending = (await migrationStates(database.dataSource)).filter(({ hasRun }) => !hasRun);
    if (pending.length > 0) throw new UsageError('Run portcullis migrate first: not all migrations have run.');
    return database.planTables(resourcesOf(modules));
  });
  const statements = changes.flatMap((change) => change.statements);
  for (const { sql, risk } of statements) say(terminal, `${risk === undefined ? '' : `-- ${risk}:\n`}${sql}`);
  if (statements.length === 0) return say(terminal, 'The tables have what the modules declare.');
  const marked = statements.filter(({ risk }) => risk !== undefined).length;
  if (write === undefined) return;
  if (marked > 0 && allow !== true)
    throw new UsageError(
      `Nothing was written, because ${marked} of the statements are marked. If you want them, add --allow.`,
    );
  writeFiles(terminal, migrationFiles(write, changes, Date.now()));
}

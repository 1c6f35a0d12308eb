import { connectDatabase, useDatabase } from '@portcullis/adapters-persistence/internal/database';
import { migrationStates } from '@portcullis/adapters-persistence/internal/migrate';
import { readConfig } from '../config/config.ts';
import { prepareDataDir } from '../config/directories.ts';
import { databaseOptions, migrate } from '../wiring/database.ts';
import { loadModules } from './load-modules.ts';
import { say, type Terminal } from './terminal.ts';

/** Runs the pending migrations as the owner of the tables. If `status` is set, lists all migrations and runs none. */
export async function runMigrations(
  terminal: Terminal,
  { status = false, modules: file }: { readonly status?: boolean; readonly modules?: string },
): Promise<void> {
  const modules = await loadModules(file);
  const config = readConfig(terminal.env, { serves: false, modules });
  if (!status) {
    const names = await migrate(config, modules);
    for (const name of names) say(terminal, `done     ${name}`);
    say(terminal, names.length === 0 ? 'The database is up to date.' : 'The database is up to date now.');
    return;
  }
  if (config.databaseUrl === undefined) prepareDataDir(config.dataDir);
  const connected = connectDatabase(databaseOptions(config, modules));
  const states = await useDatabase(connected, ({ dataSource }) => migrationStates(dataSource));
  for (const { name, hasRun } of states) say(terminal, `${hasRun ? 'done   ' : 'pending'}  ${name}`);
}

import { connectDatabase, migrateDatabase, migrationStates } from '@portcullis/adapters-persistence';
import { readConfig } from '../config/config.ts';
import { prepareDataDir } from '../config/data-dir.ts';
import { databaseOptions } from '../wiring/database-options.ts';
import { say } from './say.ts';

/** Runs the pending migrations as the owner of the tables. If `status` is set, lists all migrations and runs none. */
export async function migrate({ status = false }: { readonly status?: boolean }): Promise<void> {
  const config = readConfig(process.env, { serves: false });
  if (config.databaseUrl === undefined) prepareDataDir(config.dataDir);
  const options = databaseOptions(config);
  if (!status) {
    const names = await migrateDatabase(options);
    for (const name of names) say(`done     ${name}`);
    say(names.length === 0 ? 'The database is up to date.' : 'The database is up to date now.');
    return;
  }
  const { dataSource, close } = await connectDatabase(options);
  try {
    for (const { name, hasRun } of await migrationStates(dataSource)) say(`${hasRun ? 'done   ' : 'pending'}  ${name}`);
  } finally {
    await close();
  }
}

import { migrateDatabase } from '@portcullis/adapters-persistence';
import { prepareDataDir } from '../config/directories.ts';
import type { Config } from '../config/config.ts';
import { databaseOptions } from './database-options.ts';
import type { ResourceModule } from './services.ts';

/**
 * Runs the pending migrations of the service and of further resources, with the role that owns the tables. The role is
 * that of `databaseOwnerUrl`, or that of `databaseUrl` if `databaseOwnerUrl` is undefined.
 * @param config read it with `readConfig(process.env, { serves: false })`, which needs no secrets
 * @param furtherModules the same resources that `startServer` gets
 * @returns the names of the migrations that this call ran
 * @throws {MissingMigrations} if the role may not run the migrations
 * @example
 * await migrate(readConfig(process.env, { serves: false }), [labels]);
 */
export async function migrate(
  config: Config,
  furtherModules: readonly ResourceModule[] = [],
): Promise<readonly string[]> {
  if (config.databaseUrl === undefined) prepareDataDir(config.dataDir);
  return migrateDatabase(databaseOptions(config, furtherModules));
}

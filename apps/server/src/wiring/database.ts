import { type DatabaseOptions, migrateDatabase } from '@portcullis/adapters-persistence/internal/database';
import type { Config } from '../config/config.ts';
import { checkModules } from './check-modules.ts';
import { migratedStoresOf } from './module-parts.ts';
import type { ResourceModule } from './resource-module.ts';
import { prepareDataDir } from '../config/directories.ts';

/**
 * Returns the options for opening the configured database by a command. A server has another `applicationName`.
 * @param further the resources that are added to those of the service; their tables are added to the database
 * @throws {ConfigError} if one of these resources does not fit the service
 */
export function databaseOptions(
  { databaseUrl, databaseOwnerUrl, databaseReplicaUrls, dataDir, databasePoolSize, searchLanguage }: Config,
  further: readonly ResourceModule[] = [],
): DatabaseOptions {
  checkModules(further);
  return {
    url: databaseUrl,
    ownerUrl: databaseOwnerUrl,
    replicaUrls: databaseReplicaUrls,
    directory: dataDir,
    poolSize: databasePoolSize,
    searchLanguage,
    stores: migratedStoresOf(further),
    applicationName: 'portcullis command',
  };
}

/**
 * Runs the pending migrations of the service and of further resources, with the role that owns the tables. The role is
 * that of `databaseOwnerUrl`, or that of `databaseUrl` if `databaseOwnerUrl` is undefined.
 * @param config read it with `readConfig(process.env, { serves: false })`, which needs no secrets
 * @param furtherModules the same resources that `startServer` gets
 * @returns the names of the migrations that this call ran
 * @throws {MissingMigrations} if the role may not run the migrations
 * @example
 * const names = await migrate(readConfig(process.env, { serves: false }), []);
 */
export async function migrate(
  config: Config,
  furtherModules: readonly ResourceModule[] = [],
): Promise<readonly string[]> {
  if (config.databaseUrl === undefined) prepareDataDir(config.dataDir);
  return migrateDatabase(databaseOptions(config, furtherModules));
}

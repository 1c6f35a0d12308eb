import type { DatabaseOptions } from '@portcullis/adapters-persistence';
import type { Config } from '../config/config.ts';
import { storesOf } from './dependency-injection.ts';
import type { ResourceModule } from './services.ts';

/**
 * Returns the options for opening the configured database.
 * @param further the resources that are added to those of the service; their tables are added to the database
 */
export const databaseOptions = (
  { databaseUrl, databaseOwnerUrl, databaseReplicaUrls, dataDir, databasePoolSize, searchLanguage }: Config,
  further: readonly ResourceModule[] = [],
): DatabaseOptions => ({
  url: databaseUrl,
  ownerUrl: databaseOwnerUrl,
  replicaUrls: databaseReplicaUrls,
  directory: dataDir,
  poolSize: databasePoolSize,
  searchLanguage,
  stores: storesOf(further),
});

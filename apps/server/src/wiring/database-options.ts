import type { DatabaseOptions } from '@portcullis/adapters-persistence';
import type { Config } from '../config/config.ts';
import { resourceModules } from './resource-modules.ts';
import { storesOf, type ResourceModule } from './dependency-injection.ts';

/**
 * Returns the options for opening the configured database.
 * @param withNouns the resources of the service; tables that they declare are added to the database
 */
export const databaseOptions = (
  { databaseUrl, databaseOwnerUrl, databaseReplicaUrls, dataDir, databasePoolSize, searchLanguage }: Config,
  withNouns: readonly ResourceModule[] = resourceModules,
): DatabaseOptions => ({
  url: databaseUrl,
  ownerUrl: databaseOwnerUrl,
  replicaUrls: databaseReplicaUrls,
  directory: dataDir,
  poolSize: databasePoolSize,
  searchLanguage,
  stores: storesOf(withNouns),
});

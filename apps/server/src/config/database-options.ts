import type { DatabaseOptions } from '@portcullis/adapters-persistence';
import type { Config } from './config.ts';

/** The database that the configuration names. */
export const databaseOptions = ({
  databaseUrl,
  databaseOwnerUrl,
  databaseReplicaUrls,
  dataDir,
  databasePoolSize,
}: Config): DatabaseOptions => ({
  url: databaseUrl,
  ownerUrl: databaseOwnerUrl,
  replicaUrls: databaseReplicaUrls,
  directory: dataDir,
  poolSize: databasePoolSize,
});

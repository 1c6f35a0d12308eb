import { openDatabase, useDatabase } from '@portcullis/adapters-persistence/internal/database';
import { readConfig } from '../config/config.ts';
import type { ResourceModule } from '../wiring/resource-module.ts';
import type { Services } from '../wiring/services.ts';
import { withSilentServices } from '../wiring/silent-services.ts';
import { prepareDataDir } from '../config/directories.ts';
import { databaseOptions } from '../wiring/database.ts';
import type { Terminal } from './terminal.ts';

/** Opens the database, runs `use` with the ports and use cases, and closes the database. It serves no requests. */
export async function withService<T>(
  { env }: Terminal,
  use: (services: Services) => Promise<T>,
  modules: readonly ResourceModule[] = [],
): Promise<T> {
  const config = readConfig(env, { serves: false, modules });
  if (config.databaseUrl === undefined) prepareDataDir(config.dataDir);
  return useDatabase(openDatabase(databaseOptions(config, modules)), (database) =>
    withSilentServices(config, database, use, modules),
  );
}

import { memoryCounters } from '@portcullis/adapters-http';
import { openDatabase } from '@portcullis/adapters-persistence';
import { readConfig } from '../config/config.ts';
import { uncounted } from '../wiring/ports.ts';
import { buildServices, type ResourceModule, type Services } from '../wiring/services.ts';
import { prepareDataDir } from '../config/directories.ts';
import { databaseOptions } from '../wiring/database.ts';
import { passwordHasher } from '../adapters/passwords.ts';
import { openMarkdown } from '../adapters/markdown.ts';
import type { Terminal } from './terminal.ts';

/** Opens the database, runs `use` with the ports and use cases, and closes the database. It serves no requests. */
export async function withService<T>(
  { env }: Terminal,
  use: (services: Services) => Promise<T>,
  modules: readonly ResourceModule[] = [],
): Promise<T> {
  const config = readConfig(env, { serves: false, modules });
  if (config.databaseUrl === undefined) prepareDataDir(config.dataDir);
  const database = await openDatabase(databaseOptions(config, modules));
  const { markdown, endRendering } = openMarkdown(config);
  const hasher = passwordHasher(config, () => undefined);
  try {
    const unheard = { locked: () => undefined, signInLog: { failed: () => undefined, leftOut: () => undefined } };
    const silent = { counters: memoryCounters, deliveryCounters: uncounted, ...unheard };
    return await use(buildServices({ config, database, markdown, hasher, ...silent }, modules));
  } finally {
    await hasher.close();
    await endRendering();
    await database.close();
  }
}

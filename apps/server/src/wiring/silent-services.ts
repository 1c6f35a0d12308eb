import { memoryCounters } from '@portcullis/adapters-http/internal/checks/rate-counters';
import type { Database } from '@portcullis/adapters-persistence';
import { openMarkdown } from '../adapters/markdown.ts';
import { openMedia } from '../adapters/media.ts';
import { passwordHasher } from '../adapters/passwords.ts';
import type { Config } from '../config/config.ts';
import { uncounted } from './ports.ts';
import { buildServices } from './build-services.ts';
import type { ResourceModule } from './resource-module.ts';
import type { Services } from './services.ts';

/** Runs `use` with the services of a process that serves no requests, logs nothing and counts nothing. */
export async function withSilentServices<T>(
  config: Config,
  database: Database,
  use: (services: Services) => Promise<T>,
  modules: readonly ResourceModule[] = [],
): Promise<T> {
  const { renderer, endRendering } = openMarkdown(config);
  const hasher = passwordHasher(config, () => undefined);
  const { closeMedia, ...media } = await openMedia(config);
  try {
    const unheard = {
      locked: () => undefined,
      signInLog: { failed: () => undefined, leftOut: () => undefined, missing: () => undefined },
    };
    const silent = { counters: memoryCounters, deliveryCounters: uncounted, ...unheard };
    return await use(buildServices({ config, database, renderer, hasher, ...media, ...silent }, modules));
  } finally {
    await hasher.close();
    await closeMedia();
    await endRendering();
  }
}

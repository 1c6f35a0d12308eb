import type { Actor } from '@portcullis/domain';
import type { ResourceModule } from '../wiring/resource-module.ts';
import type { Services } from '../wiring/services.ts';

/** Adds the sample data of modules. @returns the numbers of added entries, by the names of the modules */
export async function seedModules(
  services: Services,
  modules: readonly ResourceModule[],
  actor: Actor,
): Promise<ReadonlyMap<string, number>> {
  const added = new Map<string, number>();
  for (const { name, seed } of modules) if (seed !== undefined) added.set(name, await seed(services)(actor));
  return added;
}

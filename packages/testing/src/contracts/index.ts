import { accessContract } from './access.ts';
import { listContract } from './lists.ts';
import { sortingContract } from './sorting.ts';
import type { OpenStore } from './store.ts';
import { unitOfWorkContract } from './unit-of-work.ts';
import { versionContract } from './versions.ts';
import { versionConflictContract } from './version-conflicts.ts';
import { resources } from '../resources.ts';

/** The files with the contracts of the resources. Several resources can have the same file. */
const files = new Set(
  await Promise.all(Object.values(resources).flatMap(({ contracts }) => contracts.map((load) => load()))),
);

/**
 * Declares mocha tests for everything that the application expects of a store. Call it in a test file.
 * @param adapter the name of the store for the titles of the tests
 * @param open returns the store, which must be the same at each call; it is called while tests run, so a `before` hook
 * can create the store
 * @example
 * const world = InMemoryWorld.seeded();
 * before(() => world.clock.set(new Date()));
 * storeContract('InMemoryWorld', () => world);
 */
export function storeContract(adapter: string, open: OpenStore): void {
  unitOfWorkContract(adapter, open);
  for (const contract of [...files].flatMap((file) => Object.values(file))) contract(adapter, open);
  accessContract(adapter, open);
  listContract(adapter, open);
  sortingContract(adapter, open);
  versionContract(adapter, open);
  versionConflictContract(adapter, open);
}

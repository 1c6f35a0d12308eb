import { eventNumbering } from './event-numbering.ts';
import type { Reader } from './postgres/reader.ts';
import type { ResourceStores, ViewsOf } from './resource-store.ts';
import { stores } from './stores.ts';

/** The views (objects with read operations) of this package. */
export type Views = ViewsOf<typeof stores>;

/**
 * Returns the views of this package and of additional stores.
 * @param own the stores of additional resources
 * @example
 * const readRole = (database: Database, id: Id<'Role'>) => viewsOf(database.reader).roles.find(id);
 */
export function viewsOf<Own extends ResourceStores>(reader: Reader, own?: Own): Views & ViewsOf<Own>;
export function viewsOf(reader: Reader, own: ResourceStores = {}): object {
  const numbering = eventNumbering(reader);
  return Object.fromEntries(
    Object.entries<ResourceStores[string]>({ ...stores, ...own }).map(([name, { views }]) => [
      name,
      views?.(reader, numbering),
    ]),
  );
}

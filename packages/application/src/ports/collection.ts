import type { Versioned } from '@portcullis/domain';

/** Writes one kind of entity inside a transaction. */
export interface Collection<Entity extends { readonly id: string }> {
  /** Reads an entity and locks it until the transaction ends. Returns `undefined` if it does not exist. */
  readonly lock: (id: Entity['id']) => Promise<Entity | undefined>;
  readonly add: (entity: Entity) => Promise<void>;
  readonly save: (entity: Entity) => Promise<void>;
  /** Removes the entity and the links to it. */
  readonly remove: (id: Entity['id']) => Promise<void>;
}

/** Writes one kind of entity that has a version. A transaction increments the version of an entity at most once. */
export interface VersionedCollection<Entity extends Versioned & { readonly id: string }>
  extends Omit<Collection<Entity>, 'save'> {
  /**
   * Saves an entity except its version. If a field that clients can see has changed, the version is incremented.
   * Otherwise neither the version nor `updatedAt` changes.
   * @returns the version and the time of the last change
   */
  readonly save: (entity: Entity) => Promise<Versioned>;
}

/** Entities to which others can be linked. */
export interface Linkable<Id extends string> {
  /** Returns the given ids that exist, and prevents the removal of their entities until the transaction ends. */
  readonly existingIds: (ids: readonly Id[]) => Promise<ReadonlySet<Id>>;
}

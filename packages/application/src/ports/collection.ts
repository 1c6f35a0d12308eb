/** Writes one kind of entity inside a transaction. */
export interface Collection<Entity extends { readonly id: string }> {
  /** The entity, locked until the transaction ends; `undefined` when there is none. */
  readonly lock: (id: Entity['id']) => Promise<Entity | undefined>;
  readonly add: (entity: Entity) => Promise<void>;
  readonly save: (entity: Entity) => Promise<void>;
  /** Removes the entity and the links to it. */
  readonly remove: (id: Entity['id']) => Promise<void>;
}

/** Entities that links may point at. */
export interface Linkable<Id extends string> {
  /** Those of `ids` that exist. None of them can be removed before the transaction ends. */
  readonly existingIds: (ids: readonly Id[]) => Promise<ReadonlySet<Id>>;
}

/** The write side of one kind of thing, inside a transaction. */
export interface Collection<Entity extends { readonly id: string }> {
  /** The thing, locked until the transaction ends; `undefined` when there is none. */
  readonly lock: (id: Entity['id']) => Promise<Entity | undefined>;
  readonly add: (entity: Entity) => Promise<void>;
  readonly save: (entity: Entity) => Promise<void>;
  /** Links to it go with it. */
  readonly remove: (id: Entity['id']) => Promise<void>;
}

/** Things that links may point at. */
export interface Linkable<Id extends string> {
  /** Those of `ids` that exist; none of them can be removed before the transaction ends. */
  readonly known: (ids: readonly Id[]) => Promise<ReadonlySet<Id>>;
}

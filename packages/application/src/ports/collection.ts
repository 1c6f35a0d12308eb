import type { Id, Versioned } from '@portcullis/domain';

/** Writes one kind of entity inside a transaction. */
export interface Collection<Entity extends { readonly id: string }> {
  /** Reads an entity and locks it until the transaction ends. Returns `undefined` if it does not exist. */
  readonly lock: (id: Entity['id']) => Promise<Entity | undefined>;
  readonly add: (entity: Entity) => Promise<void>;
  readonly save: (entity: Entity) => Promise<void>;
  /** Removes the entity and the links to it. */
  readonly remove: (id: Entity['id']) => Promise<void>;
}

/**
 * Writes one kind of entity that has a version. A transaction increments the version of an entity at most once. The
 * only exception is `ContentRepository.saveTransitions`.
 */
export interface VersionedCollection<Entity extends Versioned & { readonly id: string }>
  extends Omit<Collection<Entity>, 'save' | 'remove'> {
  /**
   * Saves an entity and ignores its `version` field. If a field that clients can see has changed, the version is
   * incremented and `updatedAt` is saved; otherwise both stay the same. After this transaction has incremented the
   * version, a further call does not increment it again, and always saves `updatedAt`.
   * @returns the version and the time of the last change
   */
  readonly save: (entity: Entity) => Promise<Versioned>;
  /**
   * Removes the entity and the links to it.
   * @returns the number of other entities that refer to the removed one. The removal increments their versions.
   */
  readonly remove: (id: Entity['id']) => Promise<number>;
}

/** Entities that other entities can link to. */
export interface Linkable<LinkedId extends string> {
  /** Returns the subset of `ids` that exists. The entities cannot be removed until the transaction ends. */
  readonly existingIds: (ids: readonly LinkedId[]) => Promise<ReadonlySet<LinkedId>>;
}

declare const checked: unique symbol;

/**
 * A value that a use case may write. Only the functions of `changes.ts` produce it: they compare the version of the
 * changed entity with the versions that the client accepts, and record the event of the change.
 */
export type Checked<Value> = Value & { readonly [checked]: true };

/** The methods of repositories that change what an event reports. */
type WriteName =
  | 'add'
  | 'save'
  | 'remove'
  | 'setRoles'
  | 'setPermissions'
  | 'setMenus'
  | 'setTags'
  | 'setPassword'
  | 'resetPassword'
  | 'saveStatuses'
  | 'saveTransitions'
  | 'removeAll';

type GuardedMethod<Method> = Method extends (value: infer Value, ...rest: infer Rest) => infer Result
  ? (value: Checked<Value>, ...rest: Rest) => Result
  : never;

type Guarded<Repository> = {
  readonly [Name in keyof Repository]: Name extends WriteName ? GuardedMethod<Repository[Name]> : Repository[Name];
};

/** A repository of entities that have a version. */
interface VersionedRepository {
  readonly lock: (id: never) => Promise<(Versioned & { readonly id: Id<string> }) | undefined>;
}

/**
 * The repositories of a transaction as use cases see them. Repositories of entities with a version write only `Checked`
 * values, so that a use case that forgets the version check or the event of a change does not compile.
 */
export type GuardedRepositories<Repositories> = {
  readonly [Name in keyof Repositories]: Repositories[Name] extends VersionedRepository
    ? Guarded<Repositories[Name]>
    : Repositories[Name];
};

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

/** Writes one kind of entity whose changes are reported by events, and that has no version. */
export interface ReportedCollection<Entity extends { readonly id: string }> extends Pick<Collection<Entity>, 'lock'> {
  readonly add: Reported<Collection<Entity>['add']>;
  readonly save: Reported<Collection<Entity>['save']>;
  readonly remove: Reported<Collection<Entity>['remove']>;
}

/**
 * Writes one kind of entity that has a version. A transaction increments the version of an entity at most once. The
 * only exception is `ContentRepository.saveTransitions`.
 */
export interface VersionedCollection<Entity extends Versioned & { readonly id: string }>
  extends Pick<Collection<Entity>, 'lock'> {
  readonly add: Versioning<(entity: Entity) => Promise<void>>;
  /**
   * Saves an entity and ignores its `version` field. If a field that clients can see has changed, the version is
   * incremented and `updatedAt` is saved; otherwise both stay the same. After this transaction has incremented the
   * version, a further call does not increment it again, and always saves `updatedAt`.
   * @returns the version and the time of the last change
   */
  readonly save: Versioning<(entity: Entity) => Promise<Versioned>>;
  /**
   * Removes the entity and the links to it.
   * @returns the number of other entities that refer to the removed one. The removal increments their versions.
   */
  readonly remove: Versioning<(id: Entity['id']) => Promise<number>>;
}

/** Adds entities with a slug that was made from a name. */
export interface SluggedCollection<Entity extends { readonly slug: string }> {
  /**
   * Adds an entity. If its slug is in use, `-2`, `-3` and so on is appended to it: the first number that is not in use.
   * @returns the slug
   */
  readonly addWithFreeSlug: Versioning<(entity: Entity) => Promise<Pick<Entity, 'slug'>>>;
}

/** Entities to which other entities are linked, such as a role with its permissions. */
export interface LinkOwners<OwnerId extends string> {
  /**
   * Stores when the links of an entity were changed. Without a change in this transaction, the time stays the same. The
   * entity must be locked.
   * @returns the version
   */
  readonly setUpdatedAt: Versioning<(id: OwnerId, at: Date) => Promise<number>>;
}

/** Entities that other entities can link to. */
export interface Linkable<LinkedId extends string> {
  /** Returns the subset of `ids` that exists. The entities cannot be removed until the transaction ends. */
  readonly existingIds: (ids: readonly LinkedId[]) => Promise<ReadonlySet<LinkedId>>;
}

declare const recorded: unique symbol;
declare const checked: unique symbol;
declare const guard: unique symbol;

/**
 * A value that a use case may write because an event reports the write. Only the functions of `changes.ts` produce it,
 * and they record the event.
 */
export type Recorded<Value> = Value & { readonly [recorded]: true };

/**
 * A value that a use case may write because, in addition, the version of the changed entity is one of those that the
 * client accepts. Only the functions of `changes.ts` produce it, and they compare the version.
 */
export type Checked<Value> = Recorded<Value> & { readonly [checked]: true };

/** A method that writes something that an event reports. In use cases its first parameter must be `Recorded`. */
export type Reported<Method> = Method & { readonly [guard]?: 'recorded' };

/** A method that changes an entity with a version. In use cases its first parameter must be `Checked`. */
export type Versioning<Method> = Method & { readonly [guard]?: 'checked' };

type Guarded<Method> = Method extends (value: infer Value, ...rest: infer Rest) => infer Result
  ? typeof guard extends keyof Method
    ? (value: Method extends Versioning<unknown> ? Checked<Value> : Recorded<Value>, ...rest: Rest) => Result
    : Method
  : Method;

/**
 * The repositories of a transaction as use cases see them. A use case that forgets the event of a change, or the check
 * of a version, does not compile.
 */
export type GuardedRepositories<Repositories> = {
  readonly [Name in keyof Repositories]: Repositories[Name] extends (...parameters: never) => unknown
    ? Repositories[Name]
    : { readonly [Method in keyof Repositories[Name]]: Guarded<Repositories[Name][Method]> };
};

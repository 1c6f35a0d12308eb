import type { Condition, Id, OwnEntity, OwnResource } from '@portcullis/domain';
import type { GuardedRepositories, VersionedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';
import type { UnitOfWork, Uses } from './unit-of-work.ts';

/** Writes a resource that is defined with `defineResource` in a transaction. */
export interface OwnRepository extends VersionedCollection<OwnEntity> {
  /** Locks the entries that refer to one of the ids in this field, and returns them in the order of their ids. */
  readonly lockReferring: (field: string, ids: readonly Id<string>[]) => Promise<readonly OwnEntity[]>;
}

/** Which page of a resource that is defined with `defineResource` is read, with filters and an order. */
export type OwnListQuery = ListQuery<string> & Readonly<Record<string, unknown>>;

/** Reads a resource that is defined with `defineResource`. */
export interface OwnViews {
  readonly find: (id: Id<string>) => Promise<OwnEntity | undefined>;
  /** @param condition only entries for which it is true are listed and counted */
  readonly list: (query: OwnListQuery, condition?: Condition) => Promise<Page<OwnEntity>>;
}

/** A field whose entries are removed together with the entry to which they refer. */
export interface OwnReferrer {
  readonly resource: OwnResource;
  readonly field: string;
  /** The type of the subject of the events about what the field refers to. */
  readonly to: string;
  readonly repository: (tx: object) => OwnRepository;
}

/** The unit of work of the use cases of a resource, and its repository in a transaction. */
export interface OwnWork {
  readonly work: UnitOfWork<Uses<'events'>>;
  readonly repository: (tx: object) => GuardedRepositories<{ readonly entities: OwnRepository }>['entities'];
}

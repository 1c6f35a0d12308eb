import type { Id, OwnEntity, OwnResource } from '@portcullis/domain';
import type { GuardedRepositories, VersionedCollection } from './collection.ts';
import type { Counts, FilteredQuery, ListQuery, Page, PageAfter } from './lists.ts';
import type { UnitOfWork, Uses } from './unit-of-work.ts';

/** Writes a resource that is defined with `defineResource` in a transaction. */
export interface OwnRepository extends VersionedCollection<OwnEntity> {
  /** Locks the entries that refer to one of the ids in this field, and returns them in the order of their ids. */
  readonly lockReferring: (field: string, ids: readonly Id<string>[]) => Promise<readonly OwnEntity[]>;
  /** Removes entries together, so that references among them refuse nothing. */
  readonly removeAll: (ids: readonly Id<string>[]) => Promise<void>;
}

/** Which entries of a resource that is defined with `defineResource` are read. */
export type OwnFilterQuery = Pick<ListQuery<string>, 'search' | 'ids'> & FilteredQuery;

/** Which page of a resource that is defined with `defineResource` is read, with filters and an order. */
export type OwnListQuery = ListQuery<string> & FilteredQuery;

/** Reads a resource that is defined with `defineResource`. */
export interface OwnViews {
  readonly find: (id: Id<string>) => Promise<OwnEntity | undefined>;
  readonly list: (query: OwnListQuery) => Promise<Page<OwnEntity>>;
  /** Returns a part of the list in the order of the ids. */
  readonly page: (query: OwnFilterQuery, part: PageAfter) => Promise<readonly OwnEntity[]>;
  /** @param by the field by whose values the entries are counted. Default: only the total is counted. */
  readonly count: (query: OwnFilterQuery, by?: string) => Promise<Counts>;
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
  readonly work: UnitOfWork<Uses<'events' | 'categories'>>;
  readonly repository: (tx: object) => GuardedRepositories<{ readonly entities: OwnRepository }>['entities'];
}

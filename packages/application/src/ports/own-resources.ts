import type { Id, OwnEntity } from '@portcullis/domain';
import type { GuardedRepositories, VersionedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';
import type { UnitOfWork, Uses } from './unit-of-work.ts';

export type OwnRepository = VersionedCollection<OwnEntity>;

export type OwnListQuery = ListQuery<string> & Readonly<Record<string, unknown>>;

/** Reads a resource that is defined with `defineResource`. */
export interface OwnViews {
  readonly find: (id: Id<string>) => Promise<OwnEntity | undefined>;
  readonly list: (query: OwnListQuery) => Promise<Page<OwnEntity>>;
}

/** The unit of work of the use cases of a resource, and its repository in a transaction. */
export interface OwnWork {
  readonly work: UnitOfWork<Uses<'events'>>;
  readonly repository: (tx: object) => GuardedRepositories<{ readonly entities: OwnRepository }>['entities'];
}

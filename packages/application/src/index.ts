export { addEntity, changeEntity, recordChange, removeEntity, updateEntity } from './changes.ts';
export type { Collection, GuardedRepositories, ReportedCollection, VersionedCollection } from './ports/collection.ts';
export type { ListQuery, Page, SortOrder } from './ports/lists.ts';
export type { OwnChangeInput } from './own-resources.ts';
export type { OwnListQuery, OwnRepository, OwnViews } from './ports/own-resources.ts';
export type { Clock, IdSource } from './ports/system.ts';
export { StoreFailure, type StoreFailureKind, type UnitOfWork, type Uses } from './ports/unit-of-work.ts';

import type { Actor, VersionCondition } from '@portcullis/domain';
import type { Clock, IdSource } from './ports/system.ts';
import type { Transaction, UnitOfWork, Uses } from './ports/unit-of-work.ts';

/** The dependencies of a use case that writes with these repositories and needs the current time. */
export interface UpdateDependencies<Names extends keyof Transaction> {
  readonly work: UnitOfWork<Uses<Names>>;
  readonly clock: Clock;
}

/** The dependencies of a use case that creates entities or records events. */
export interface CreateDependencies<Names extends keyof Transaction> extends UpdateDependencies<Names> {
  readonly ids: IdSource;
}

/** The version condition of a use case that changes or removes a resource. */
export interface IfMatchInput {
  /** The versions that the caller accepts. Default: any. */
  readonly ifMatch?: VersionCondition | undefined;
}

/** The input of a use case that changes or removes the entity with this id. */
export interface EntityInput<EntityId> extends IfMatchInput {
  readonly actor: Actor;
  readonly id: EntityId;
}

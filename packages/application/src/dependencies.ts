import type { Actor, VersionCondition } from '@portcullis/domain';
import type { Clock, IdSource } from './ports/system.ts';
import type { Transaction, UnitOfWork, Uses } from './ports/unit-of-work.ts';
import type { EventDependencies } from './changes.ts';

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

/**
 * Makes a use case from a function that needs only a transaction. The use case runs the function in a transaction of
 * its own. Other use cases call `within` to run it in their transaction.
 */
export function inTransaction<Tx, Input extends { readonly actor: Pick<Actor, 'keyed'> }, Output>(
  within: (tx: Tx, deps: EventDependencies, input: Input) => Promise<Output>,
) {
  const useCase =
    (deps: EventDependencies & { readonly work: UnitOfWork<Tx> }) =>
    (input: Input): Promise<Output> =>
      deps.work.run((tx) => within(tx, deps, input), { keyed: input.actor.keyed });
  return Object.assign(useCase, { within });
}

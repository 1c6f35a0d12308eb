import type { Clock } from '@portcullis/application';
import type { ConditionTargets } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { ConditionedReads } from '@portcullis/application/internal/ports/live-updates';
import type { OwnResource } from '@portcullis/domain';
import type { State } from './tables/state.ts';

/** The part of a resource in the in-memory world. */
interface FakeResource {
  /** The description of a resource that is defined with `defineResource`. */
  readonly own?: OwnResource;
  readonly conditionTargets?: ConditionTargets;
  /** Reads the resources about which conditions decide who gets live updates. */
  readonly conditionedReads?: (now: () => State) => ConditionedReads;
  /** Creates the repository that modifies `state`. Lock operations only read: transactions never run concurrently. */
  readonly repository?: (state: State, clock: Clock, conditionTargets: ConditionTargets) => unknown;
  /** Creates the views (objects with read operations). */
  readonly views?: (now: () => State, clock: Clock) => unknown;
}

/** Fakes by the names of their repositories in a transaction, which are also the names of their views. */
export type FakeResources = Readonly<Record<string, FakeResource>>;

/** What the functions with this name create, by the names of the fakes that have such a function. */
type CreatedBy<Fakes, Part extends keyof FakeResource> = {
  readonly [Name in keyof Fakes as Fakes[Name] extends Readonly<Record<Part, unknown>>
    ? Name
    : never]: Fakes[Name] extends Readonly<Record<Part, (...values: never[]) => infer Created>> ? Created : never;
};

/** The repositories of fakes, by name. */
export type RepositoriesOf<Fakes> = CreatedBy<Fakes, 'repository'>;

/** The views of fakes, by name. */
export type ViewsOf<Fakes> = CreatedBy<Fakes, 'views'>;

/**
 * Returns the class of objects that have the repositories of the fakes for a transaction on `state`. Each repository is
 * created when it is used first, because a transaction uses few of them.
 */
export function repositoriesOf<Fakes extends FakeResources>(
  fakes: Fakes,
): new (
  state: State,
  clock: Clock,
) => RepositoriesOf<Fakes>;
export function repositoriesOf(fakes: FakeResources): new (state: State, clock: Clock) => object {
  const targets = conditionTargetsOf(fakes);
  class Repositories {
    readonly state: State;
    readonly clock: Clock;

    constructor(state: State, clock: Clock) {
      this.state = state;
      this.clock = clock;
    }
  }
  for (const [name, { repository }] of Object.entries(fakes)) {
    if (repository === undefined) continue;
    Object.defineProperty(Repositories.prototype, name, {
      get(this: Repositories) {
        const value = repository(this.state, this.clock, targets);
        Object.defineProperty(this, name, { value });
        return value;
      },
    });
  }
  return Repositories;
}

/** Returns what conditions on the permissions of the resources can compare, by the codes of the permissions. */
export const conditionTargetsOf = (fakes: FakeResources): ConditionTargets =>
  Object.fromEntries(Object.values(fakes).flatMap(({ conditionTargets = {} }) => Object.entries(conditionTargets)));

/** Returns what reads the resources of the fakes for live updates. */
export const conditionedReadsOf = (fakes: FakeResources, now: () => State): readonly ConditionedReads[] =>
  Object.values(fakes).flatMap(({ conditionedReads }) => conditionedReads?.(now) ?? []);

/** Returns the class of objects that have the views of the fakes, and the clock that they use. */
export function viewsOf<Fakes extends FakeResources, Time extends Clock>(
  fakes: Fakes,
): new (
  now: () => State,
  clock: Time,
) => ViewsOf<Fakes> & { readonly clock: Time };
export function viewsOf<Time extends Clock>(fakes: FakeResources): new (now: () => State, clock: Time) => object {
  return class {
    readonly clock: Time;

    constructor(now: () => State, clock: Time) {
      this.clock = clock;
      for (const [name, { views }] of Object.entries(fakes))
        if (views !== undefined) Object.defineProperty(this, name, { value: views(now, clock), enumerable: true });
    }
  };
}

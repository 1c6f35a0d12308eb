import type { Clock, IdSource } from './ports/system.ts';
import type { UnitOfWork } from './ports/unit-of-work.ts';

/** Needed by each use case that writes. */
export interface WorkDependencies {
  readonly work: UnitOfWork;
}

/** Needed by each use case that writes a timestamp. */
export interface UpdateDependencies extends WorkDependencies {
  readonly clock: Clock;
}

/** Needed by each use case that creates something with an id. */
export interface CreateDependencies extends UpdateDependencies {
  readonly ids: IdSource;
}

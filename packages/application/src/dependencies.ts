import type { VersionCondition } from '@portcullis/domain';
import type { Clock, IdSource } from './ports/system.ts';
import type { Transaction, UnitOfWork } from './ports/unit-of-work.ts';

/** The dependencies of a use case that writes. */
interface WorkDependencies {
  readonly work: UnitOfWork<Transaction>;
}

/** The dependencies of a use case that writes and needs the current time. */
export interface UpdateDependencies extends WorkDependencies {
  readonly clock: Clock;
}

/** The dependencies of a use case that creates entities or records events. */
export interface CreateDependencies extends UpdateDependencies {
  readonly ids: IdSource;
}

/** The version condition of a use case that changes or removes a resource. */
export interface IfMatchInput {
  /** The versions that the caller accepts. Default: any. */
  readonly ifMatch?: VersionCondition | undefined;
}

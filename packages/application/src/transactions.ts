import type { OwnResource } from '@portcullis/domain';
import { referrersAmong } from '@portcullis/domain/internal/own-resource';
import { describeConflict } from './describe-conflicts.ts';
import { runKeyed } from './idempotency/run-once.ts';
import type { OwnReferrer, OwnRepository } from './ports/own-resources.ts';
import type { Clock, IdSource } from './ports/system.ts';
import type { UnitOfWork, Uses } from './ports/unit-of-work.ts';
import { removingReferrers } from './remove-referring.ts';

interface Dependencies {
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The resources that are defined with `defineResource`, by the names of their repositories. Default: none. */
  readonly own?: Readonly<Record<string, { readonly own?: OwnResource | undefined }>>;
}

/**
 * Returns the unit of work of the use cases. It does in each transaction of a store what no use case should have to think
 * of: it stores the response to a request with an `Idempotency-Key`, removes the entries that refer to what was deleted, and
 * adds details to the error of a version conflict.
 */
export function transactions<Tx extends Uses<'events' | 'completedRequests' | 'tryAdvisoryLock'>>(
  store: UnitOfWork<Tx>,
  { clock, ids, own = {} }: Dependencies,
): UnitOfWork<Tx> {
  const referrers = referrersIn(own);
  return {
    run: (work, { keyed, ...options } = {}) => {
      const stored = keyed === undefined ? work : (tx: Tx) => runKeyed(tx, clock, keyed, work);
      const whole = referrers.length === 0 ? stored : (tx: Tx) => removingReferrers(tx, { referrers, ids }, stored);
      return store.run(whole, { describe: describeConflict, ...options });
    },
  };
}

/** Returns the fields of these resources whose entries are removed together with what they refer to. */
const referrersIn = (own: NonNullable<Dependencies['own']>): readonly OwnReferrer[] =>
  Object.entries(own).flatMap(([name, { own: resource }]) =>
    referrersAmong(resource === undefined ? [] : [resource]).map((each) => ({
      ...each,
      repository: (tx: object) => {
        const repository: OwnRepository = Reflect.get(tx, name);
        return repository;
      },
    })),
  );

import type { UnitOfWork } from './ports/unit-of-work.ts';
import type { EventDependencies } from './record-event.ts';

/**
 * Makes a use case from a function that needs only a transaction. The use case runs the function in a transaction of
 * its own. Other use cases call `within` to run it in their transaction.
 */
export function inTransaction<Tx, Input, Output>(
  within: (tx: Tx, deps: EventDependencies, input: Input) => Promise<Output>,
) {
  const useCase =
    (deps: EventDependencies & { readonly work: UnitOfWork<Tx> }) =>
    (input: Input): Promise<Output> =>
      deps.work.run((tx) => within(tx, deps, input));
  return Object.assign(useCase, { within });
}

import type { StoreTransaction } from './unit-of-work.ts';

/** The first and the last step of joined transactions. */
export interface JoinedSteps<T, Tx> {
  /** Runs before the first transaction. If `begin` fails, no transaction runs. */
  readonly begin: (tx: Tx) => Promise<void>;
  /** Runs before the commit, with the result of the work. */
  readonly end: (tx: Tx, result: T) => Promise<void>;
}

/** Runs several transactions as one. */
export interface JoinedTransactions<Tx = StoreTransaction> {
  /**
   * Runs `work`. All transactions that `work` runs with the `UnitOfWork` are parts of one transaction, which is
   * committed when `work` has resolved, and rolled back when it throws. If one of the parts fails, only this part is
   * rolled back, and `work` may handle the error. After the first part, views also read the uncommitted changes.
   *
   * The transaction begins with the first part, so `work` should do everything slow before this part.
   * @throws the errors of `begin`, even if `work` has handled them, and the errors of `work` and `end`
   * @throws {StoreFailure}
   */
  readonly run: <T>(work: () => Promise<T>, steps: JoinedSteps<T, Tx>) => Promise<T>;
}

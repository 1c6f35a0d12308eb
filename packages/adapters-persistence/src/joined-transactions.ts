import type { JoinedTransactions } from '@portcullis/application/internal/ports/joined-transactions';
import type { StoreTransaction, UnitOfWork } from '@portcullis/application/internal/ports/unit-of-work';
import {
  runInScope,
  runOutsideScope,
  type JoinedScope,
  type OpenTransaction,
  type TransactionSize,
} from './postgres/joined-scope.ts';
import { DatabaseTransaction } from './repositories.ts';

type Step<Tx> = (tx: Tx) => Promise<void>;

/**
 * Runs the joined parts in one call of `UnitOfWork.run`, which begins with the first part. This call waits for `commit`
 * or `rollBack`.
 */
class JoinedTransaction<Tx extends StoreTransaction> implements JoinedScope {
  readonly #work: UnitOfWork<Tx>;
  readonly #begin: Step<Tx>;
  readonly #afterCommit: (() => void)[] = [];
  /** Resolves with the last step, or with undefined if the transaction is to be rolled back. */
  readonly #ending: Promise<Step<Tx> | undefined>;
  #end: (lastStep: Step<Tx> | undefined) => void = () => undefined;
  #lastPart: Promise<unknown> = Promise.resolve();
  /** Settles when the transaction has been committed or rolled back. */
  #ended: Promise<void> | undefined;
  /** The error of the first step. The parts that the work handled may have hidden it. */
  #beginError: unknown;
  isActive = true;
  transaction: Promise<OpenTransaction> | undefined;

  constructor(work: UnitOfWork<Tx>, begin: Step<Tx>) {
    this.#work = work;
    this.#begin = begin;
    this.#ending = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  join<T>(part: (transaction: OpenTransaction) => Promise<T>, size: TransactionSize): Promise<T> {
    const result = this.#lastPart.then(async () => part(await this.#open(size)));
    this.#lastPart = result.catch(() => undefined);
    return result;
  }

  afterCommit(done: () => void): void {
    this.#afterCommit.push(done);
  }

  async commit(lastStep: Step<Tx>): Promise<void> {
    await this.#lastPart;
    this.isActive = false;
    await this.#open();
    this.#end(lastStep);
    await this.#ended;
    for (const done of this.#afterCommit) done();
  }

  /** Rolls back after `failure`, and returns the error to throw. */
  async rollBack(failure: unknown): Promise<unknown> {
    await this.#lastPart;
    this.isActive = false;
    this.#end(undefined);
    await this.#ended?.catch(() => undefined);
    return this.#beginError ?? failure;
  }

  #open({ bytes }: TransactionSize = {}): Promise<OpenTransaction> {
    this.transaction ??= new Promise((resolve, reject) => {
      this.#ended = runOutsideScope(() =>
        this.#work.run(
          async (tx) => {
            await this.#begin(tx).catch((error: unknown) => {
              this.#beginError = error;
              throw error;
            });
            resolve(await openTransactionOf(tx));
            const lastStep = await this.#ending;
            if (lastStep === undefined) throw new Error('The work failed.');
            await lastStep(tx);
          },
          { ...(bytes !== undefined && { bytes }) },
        ),
      );
      this.#ended.catch(reject);
    });
    return this.transaction;
  }
}

async function openTransactionOf(tx: StoreTransaction): Promise<OpenTransaction> {
  if (!(tx instanceof DatabaseTransaction)) throw new Error('The unit of work belongs to another store.');
  const { db } = tx;
  if (db.queryRunner === undefined) throw new Error('The transaction has no connection.');
  return { db, connection: await db.queryRunner.connect() };
}

/**
 * Joins the transactions that an operation runs with `work`, and its reads with the `Reader` of the same database.
 * @param committed called after each commit; must not throw
 * @example
 * const joined = joinedTransactions(work);
 * await joined.run(() => work.run((tx) => tx.roles.remove(id)), { begin: claimKey, end: storeResponse });
 */
export const joinedTransactions = <Tx extends StoreTransaction>(
  work: UnitOfWork<Tx>,
  committed: () => void = () => undefined,
): JoinedTransactions<Tx> => ({
  run: async (operation, { begin, end }) => {
    const joined = new JoinedTransaction(work, begin);
    joined.afterCommit(committed);
    try {
      return await runInScope(joined, async () => {
        const result = await operation();
        await joined.commit((tx) => end(tx, result));
        return result;
      });
    } catch (error) {
      throw await joined.rollBack(error);
    }
  },
});

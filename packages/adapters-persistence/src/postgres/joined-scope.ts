import { AsyncLocalStorage } from 'node:async_hooks';
import type { TransactionOptions } from '@portcullis/application/internal/ports/unit-of-work';
import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';

/** A transaction that has begun, with its connection. */
export interface OpenTransaction {
  readonly db: EntityManager;
  readonly connection: PoolClient;
}

/** The first part of joined transactions determines the time limits of the others. */
export type TransactionSize = Pick<TransactionOptions, 'bytes'>;

/** An operation whose transactions are joined into one. */
export interface JoinedScope {
  /** False as soon as the commit or the rollback begins. Later transactions and reads are not joined. */
  readonly isActive: boolean;
  /** The transaction of the scope. Undefined until the first call of `join`. */
  readonly transaction: Promise<OpenTransaction> | undefined;
  /** Begins the transaction if it has not begun, and runs `part` after all earlier parts have ended. */
  readonly join: <T>(part: (transaction: OpenTransaction) => Promise<T>, size: TransactionSize) => Promise<T>;
  /** Calls `done` after the commit. `done` must not throw. */
  readonly afterCommit: (done: () => void) => void;
}

const storage = new AsyncLocalStorage<JoinedScope>();

/** Number of calls of `runInScope` that have not ended. */
let scopes = 0;

/**
 * Runs `work` in a scope. On Node 20 and 22, every promise of the process is slower while the storage is in use, which
 * costs a request up to a tenth of its CPU time. Therefore the storage is disabled while no scope needs it.
 */
export async function runInScope<T>(scope: JoinedScope, work: () => Promise<T>): Promise<T> {
  scopes += 1;
  try {
    return await storage.run(scope, work);
  } finally {
    scopes -= 1;
    if (scopes === 0) storage.disable();
  }
}

/** Runs `work` outside the current scope. */
export const runOutsideScope = <T>(work: () => T): T => storage.exit(work);

/** Returns the scope in which the caller runs, if its transactions and reads are to be joined. */
export function activeScope(): JoinedScope | undefined {
  if (scopes === 0) return undefined;
  const scope = storage.getStore();
  return scope?.isActive === true ? scope : undefined;
}

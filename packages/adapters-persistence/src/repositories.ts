import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import type { ConditionTargets } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { EntityManager } from 'typeorm';
import { conditionTargetsOf, type RepositoriesOf, type ResourceStores } from './resource-store.ts';
import { execute } from './sql/transaction.ts';

const beginning = { name: 'transaction now', text: 'SELECT now()' };

/** An open transaction, without the repositories of the stores. */
export class DatabaseTransaction implements Pick<StoreTransaction, 'now' | 'tryAdvisoryLock'> {
  readonly db: EntityManager;
  /** The writes for which the commit waits. */
  readonly writes: Promise<unknown>[] = [];
  /** The tables of additional resources whose events record versions, by the types of the subjects. */
  readonly versionedTables: Readonly<Record<string, string>> = {};
  readonly conditionTargets: ConditionTargets = {};

  constructor(db: EntityManager) {
    this.db = db;
  }

  readonly awaitAtCommit = (write: Promise<unknown>): void => {
    // Node ends the process if a promise is rejected that has no handler yet.
    write.catch(() => undefined);
    this.writes.push(write);
  };

  async now(): Promise<Date> {
    const [row] = await execute<{ now: Date }>(this.db, beginning, []);
    if (row === undefined) throw new Error('The database returned no time.');
    return row.now;
  }

  async tryAdvisoryLock(name: string): Promise<boolean> {
    const rows: { acquired: boolean }[] = await this.db.query(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS acquired',
      [name],
    );
    return rows[0]?.acquired ?? false;
  }
}

/**
 * Returns a class of transactions that have the repositories of the stores. A getter creates each repository when it is
 * used, because a use case needs only a few of them.
 */
export function repositoriesOf<Stores extends ResourceStores>(
  stores: Stores,
): new (
  db: EntityManager,
) => DatabaseTransaction & RepositoriesOf<Stores>;
export function repositoriesOf(stores: ResourceStores): new (db: EntityManager) => DatabaseTransaction {
  const versionedTables = Object.fromEntries(
    Object.values(stores).flatMap(({ versionedSubject, table }) =>
      versionedSubject === undefined || table?.options.name === undefined
        ? []
        : [[versionedSubject, table.options.name]],
    ),
  );
  const conditionTargets = conditionTargetsOf(stores);
  class Repositories extends DatabaseTransaction {
    override readonly versionedTables = versionedTables;
    override readonly conditionTargets = conditionTargets;
  }
  for (const [name, { repository }] of Object.entries(stores))
    Object.defineProperty(Repositories.prototype, name, {
      get(this: DatabaseTransaction) {
        return repository?.(this.db, this);
      },
    });
  return Repositories;
}

import { StoreFailure, type Transaction, type UnitOfWork } from '@portcullis/application';
import { BusinessError } from '@portcullis/domain';
import type { PoolClient } from 'pg';
import { QueryFailedError, TypeORMError, type DataSource, type EntityManager } from 'typeorm';
import { accessControlRepository } from './access-control.ts';
import { auditLog } from './audit.ts';
import { categoryRepository } from './categories.ts';
import { refusalByConstraint } from './constraints.ts';
import { contentRepository } from './contents.ts';
import { loginAddressRepository } from './login-addresses.ts';
import { menuRepository } from './menus.ts';
import { OpenTransaction } from './open-transaction.ts';
import { permissionRepository } from './permissions.ts';
import { roleRepository } from './roles.ts';
import { sessionRepository } from './sessions.ts';
import { tagRepository } from './tags.ts';
import { databaseTimeouts } from './timeouts.ts';
import { transactionTurns } from './turns.ts';
import { userRepository } from './users.ts';

/** A use case asks few of them, so none is made before it is asked for. */
class Repositories implements Transaction {
  readonly #db: EntityManager;

  constructor(db: EntityManager) {
    this.#db = db;
  }

  get users() {
    return userRepository(this.#db);
  }

  get sessions() {
    return sessionRepository(this.#db);
  }

  get loginAddresses() {
    return loginAddressRepository(this.#db);
  }

  get roles() {
    return roleRepository(this.#db);
  }

  get permissions() {
    return permissionRepository(this.#db);
  }

  get menus() {
    return menuRepository(this.#db);
  }

  get contents() {
    return contentRepository(this.#db);
  }

  get categories() {
    return categoryRepository(this.#db);
  }

  get tags() {
    return tagRepository(this.#db);
  }

  get audit() {
    return auditLog(this.#db);
  }

  get accessControl() {
    return accessControlRepository(this.#db);
  }

  async tryAdvisoryLock(name: string): Promise<boolean> {
    const rows: { claimed: boolean }[] = await this.#db.query(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS claimed',
      [name],
    );
    return rows[0]?.claimed ?? false;
  }
}

export const typeormUnitOfWork = (dataSource: DataSource): UnitOfWork => ({
  run: async (work) => {
    const inTurn = transactionTurns(dataSource);
    const runner = dataSource.createQueryRunner();
    const began = performance.now();
    await inTurn.enter().catch((cause: unknown) => {
      throw storeError(cause);
    });
    let open: OpenTransaction | undefined;
    let connection: PoolClient | undefined;
    // The database rolls back what its client left, and a connection that no longer answers must not be pooled again.
    const leftMs = databaseTimeouts.transactionMs - (performance.now() - began);
    const hangUp = setTimeout(() => void connection?.connection.stream.destroy(), leftMs);
    try {
      const connected: PoolClient = await runner.connect();
      if (performance.now() - began >= databaseTimeouts.transactionMs)
        throw new Error('There was no connection in time.');
      connection = connected;
      open = new OpenTransaction(runner, connected);
      const result = await work(new Repositories(runner.manager));
      await open.commit();
      return result;
    } catch (error) {
      if (open === undefined) throw storeError(error);
      const reason = await open.rollback(error);
      throw reason instanceof TypeORMError ? storeError(reason) : reason;
    } finally {
      clearTimeout(hangUp);
      await runner.release().finally(inTurn.leave);
    }
  },
});

/** The refusal a constraint stands for, else a failure of the store. */
function storeError(cause: unknown): BusinessError | StoreFailure {
  const { constraint = '' }: { constraint?: string } = cause instanceof QueryFailedError ? cause.driverError : {};
  const known = refusalByConstraint.get(constraint);
  return known === undefined
    ? new StoreFailure('The transaction failed.', { cause })
    : new BusinessError(known.refusal, known.message, undefined, { cause });
}

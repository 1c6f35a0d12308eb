import { StoreFailure, type Transaction, type UnitOfWork } from '@portcullis/application';
import { BusinessError } from '@portcullis/domain';
import type { PoolClient } from 'pg';
import { QueryFailedError, TypeORMError, type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { accessControlRepository } from './access-control.ts';
import { auditLog } from './audit.ts';
import { categoryRepository } from './categories.ts';
import { constraintErrors } from './constraints.ts';
import { contentRepository } from './contents.ts';
import { deliveryQueues } from './deliveries.ts';
import { eventLog } from './events.ts';
import { factorRepository } from './factors.ts';
import { identityRepository } from './identities.ts';
import { loginAddressRepository } from './login-addresses.ts';
import { loginChallengeRepository } from './login-challenges.ts';
import { mailLinkRepository } from './mail-links.ts';
import { menuRepository } from './menus.ts';
import { execute, executeCommand } from './sql/transaction.ts';
import type { ConstraintError, ResourceStore, ResourceStores } from './resource-store.ts';
import { passkeyChallengeRepository } from './passkey-challenges.ts';
import { permissionRepository } from './permissions.ts';
import { previewLinkRepository } from './preview-links.ts';
import { revisionRepository } from './revision-repository.ts';
import { roleRepository } from './roles.ts';
import { sessionRepository } from './sessions.ts';
import { setupLinkRepository } from './setup-links.ts';
import { signInTicketRepository } from './sign-in-tickets.ts';
import { streamTicketRepository } from './stream-tickets.ts';
import { tagRepository } from './tags.ts';
import { databaseTimeouts } from './postgres/timeouts.ts';
import { userRepository } from './users.ts';
import { workingCopyRepository } from './working-copies.ts';
import { webhookRepository } from './webhooks.ts';

const beginning = { name: 'transaction now', text: 'SELECT now()' };

/**
 * The repositories of a transaction. Each is created when it is used, because a use case needs only a few of them.
 */
class Repositories implements Transaction {
  readonly #db: EntityManager;
  /** Whether the transaction may have added events. */
  hasEvents = false;

  constructor(db: EntityManager) {
    this.#db = db;
  }

  get users() {
    return userRepository(this.#db);
  }

  get sessions() {
    return sessionRepository(this.#db);
  }

  get identities() {
    return identityRepository(this.#db);
  }

  get signInTickets() {
    return signInTicketRepository(this.#db);
  }

  get streamTickets() {
    return streamTicketRepository(this.#db);
  }

  get loginAddresses() {
    return loginAddressRepository(this.#db);
  }

  get setupLinks() {
    return setupLinkRepository(this.#db);
  }

  get mailLinks() {
    return mailLinkRepository(this.#db);
  }

  get factors() {
    return factorRepository(this.#db);
  }

  get loginChallenges() {
    return loginChallengeRepository(this.#db);
  }

  get passkeyChallenges() {
    return passkeyChallengeRepository(this.#db);
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

  get revisions() {
    return revisionRepository(this.#db);
  }

  get workingCopies() {
    return workingCopyRepository(this.#db);
  }

  get previewLinks() {
    return previewLinkRepository(this.#db);
  }

  get categories() {
    return categoryRepository(this.#db);
  }

  get tags() {
    return tagRepository(this.#db);
  }

  get webhooks() {
    return webhookRepository(this.#db);
  }

  get deliveries() {
    return deliveryQueues(this.#db);
  }

  get audit() {
    return auditLog(this.#db);
  }

  get events() {
    this.hasEvents = true;
    return eventLog(this.#db);
  }

  get accessControl() {
    return accessControlRepository(this.#db);
  }

  async now(): Promise<Date> {
    const [row] = await execute<{ now: Date }>(this.#db, beginning, []);
    if (row === undefined) throw new Error('The database returned no time.');
    return row.now;
  }

  async tryAdvisoryLock(name: string): Promise<boolean> {
    const rows: { acquired: boolean }[] = await this.#db.query(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS acquired',
      [name],
    );
    return rows[0]?.acquired ?? false;
  }
}

/**
 * Creates the unit of work of a database.
 * @param stores the stores of additional resources, by the names of their repositories in a transaction. Pass the same
 * stores to `prepareDatabase`.
 * @param recorded called after the commit of a transaction that may have added events; must not throw
 * @example
 * const work = typeormUnitOfWork(database.dataSource);
 * await work.run((tx) => tx.roles.remove(roleId));
 */
export function typeormUnitOfWork<Repositories extends object = object>(
  dataSource: DataSource,
  stores?: ResourceStores<Repositories>,
  recorded?: () => void,
): UnitOfWork<Transaction & Repositories>;
export function typeormUnitOfWork(
  dataSource: DataSource,
  stores: Readonly<Record<string, ResourceStore>> = {},
  recorded: () => void = () => undefined,
): UnitOfWork {
  const own = Object.entries(stores);
  const refusals = new Map([...constraintErrors, ...own.flatMap(([, store]) => Object.entries(store.constraints))]);
  const repositoriesOf = (db: EntityManager): Repositories =>
    Object.assign(new Repositories(db), Object.fromEntries(own.map(([name, store]) => [name, store.repository(db)])));
  return {
    run: async (work, describe = async (error) => error) => {
      const runner = dataSource.createQueryRunner();
      const began = performance.now();
      let connection: PoolClient | undefined;
      // The timer closes the connection of a transaction that takes too long. PostgreSQL then rolls back, and the pool
      // removes the connection.
      const { transactionMs } = databaseTimeouts;
      const cutTimer = setTimeout(() => void connection?.connection.stream.destroy(), transactionMs);
      try {
        connection = await connectTo(runner, began);
        await executeCommand(connection, 'BEGIN');
        const repositories = repositoriesOf(runner.manager);
        const result = await work(repositories);
        // If a statement failed and `work` ignored the error, PostgreSQL rolls back on COMMIT and answers `ROLLBACK`.
        if ((await executeCommand(connection, 'COMMIT')) !== 'COMMIT') throw new TypeORMError('It was rolled back.');
        if (repositories.hasEvents) recorded();
        return result;
      } catch (error) {
        if (connection === undefined) throw storeError(error, refusals);
        // ROLLBACK fails if the connection is closed. This error is ignored, because PostgreSQL rolls back a
        // transaction when its connection is closed.
        await executeCommand(connection, 'ROLLBACK').catch(() => undefined);
        const failure = error instanceof TypeORMError ? storeError(error, refusals) : error;
        throw await describe(failure, repositoriesOf(runner.manager)).catch(() => failure);
      } finally {
        clearTimeout(cutTimer);
        await runner.release();
      }
    },
  };
}

async function connectTo(runner: QueryRunner, began: number): Promise<PoolClient> {
  const connection: PoolClient = await runner.connect();
  if (performance.now() - began < databaseTimeouts.transactionMs) return connection;
  throw new Error('There was no connection in time.');
}

/** Converts the violation of a constraint to its `BusinessError`, and any other error to `StoreFailure`. */
function storeError(cause: unknown, refusals: ReadonlyMap<string, ConstraintError>): BusinessError | StoreFailure {
  const { constraint = '' }: { constraint?: string } = cause instanceof QueryFailedError ? cause.driverError : {};
  const violation = refusals.get(constraint);
  return violation === undefined
    ? new StoreFailure('The transaction failed.', { cause })
    : new BusinessError(violation.refusal, violation.message, undefined, { cause });
}

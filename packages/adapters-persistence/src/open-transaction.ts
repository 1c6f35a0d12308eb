import type { PoolClient } from 'pg';
import { QueryFailedError, type EntityManager, type QueryRunner } from 'typeorm';
import { gather } from './pipelines.ts';
import { asked } from './prepared.ts';
import type { Statement } from './statements.ts';

/**
 * A transaction from its start on. What can leave together does, since a round trip costs more than the statements in it:
 * the start along with the locks that a use case begins with, and the end along with its last writes.
 */
export class OpenTransaction {
  readonly #connection: PoolClient;
  readonly #begun: Promise<void>;
  #hasBegun = false;
  #failure: QueryFailedError | undefined;

  /** Begins it on a connection; the runner's own statements, those of TypeORM, wait for that. */
  constructor(runner: QueryRunner, connection: PoolClient) {
    this.#connection = connection;
    this.#begun = this.#begin();
    this.#begun.catch(() => undefined);
    runner.connect = async () => {
      await this.#begun;
      return connection;
    };
    transactions.set(runner, this);
  }

  async ask<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    // Were the start to fail, what came along with it would stand by itself.
    if (!this.#hasBegun && statement.isHarmless !== true) await this.#begun;
    gather(this.#connection.connection.stream);
    try {
      return (await asked<Row, never>(this.#connection, statement, values)).rows;
    } catch (cause) {
      throw failed(statement.text, values, cause);
    }
  }

  /** Sends a write and does not wait for its answer: if it fails, so does the transaction, and that is what is told. */
  async send(statement: Statement, values: readonly unknown[]): Promise<void> {
    if (!this.#hasBegun) await this.#begun;
    this.ask(statement, values).catch((error: QueryFailedError) => {
      this.#failure ??= error;
    });
  }

  /** PostgreSQL ends a transaction of which a statement failed by rolling it back, whatever it is asked for. */
  async commit(): Promise<void> {
    await this.#begun;
    if ((await this.#say('COMMIT')) !== 'COMMIT') {
      throw this.#failure ?? new QueryFailedError('COMMIT', [], new Error('The transaction was rolled back.'));
    }
  }

  /** Answers why: the failure of a write that nobody waited for, else `error`. */
  async rollback(error: unknown): Promise<unknown> {
    try {
      await this.#say('ROLLBACK');
    } catch {
      // The database rolls back what its client left.
    }
    return this.#failure ?? error;
  }

  async #begin(): Promise<void> {
    await this.#say('BEGIN');
    this.#hasBegun = true;
  }

  async #say(command: string): Promise<string> {
    gather(this.#connection.connection.stream);
    try {
      return (await this.#connection.query(command)).command;
    } catch (cause) {
      throw failed(command, [], cause);
    }
  }
}

const failed = (text: string, values: readonly unknown[], cause: unknown): QueryFailedError =>
  new QueryFailedError(text, [...values], cause instanceof Error ? cause : new Error(String(cause)));

const transactions = new WeakMap<QueryRunner, OpenTransaction>();

function transactionOf({ queryRunner }: EntityManager): OpenTransaction {
  const transaction = queryRunner && transactions.get(queryRunner);
  if (transaction === undefined) throw new Error('A statement of a transaction was asked outside one.');
  return transaction;
}

/**
 * Asks a named statement inside a transaction: on its connection, past what TypeORM adds to each query. Statements that are
 * asked in one turn leave together and run in the order in which they were asked.
 */
export const ask = async <Row extends object>(
  db: EntityManager,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => transactionOf(db).ask<Row>(statement, values);

/** Likewise a write, whose answer is waited for at the end of the transaction. */
export const send = async (db: EntityManager, statement: Statement, values: readonly unknown[]): Promise<void> =>
  transactionOf(db).send(statement, values);

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
  readonly #runner: QueryRunner;
  readonly #connection: PoolClient;
  readonly #begun: Promise<void>;
  #hasBegun = false;
  #isAwaited = false;
  #failure: QueryFailedError | undefined;

  /** Begins it on a connection; the runner's own statements, those of TypeORM, wait for that. */
  constructor(runner: QueryRunner, connection: PoolClient) {
    this.#runner = runner;
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
    if (!this.#hasBegun && (this.#isAwaited || statement.isHarmless !== true)) await this.#start();
    gather(this.#connection.connection.stream);
    try {
      return (await asked<Row, never>(this.#connection, statement, values)).rows;
    } catch (cause) {
      const error = failed(statement.text, values, cause);
      this.#failure ??= error;
      throw error;
    }
  }

  /** Sends a write and does not wait for its answer: if it fails, so does the transaction, and that is what is told. */
  async send(statement: Statement, values: readonly unknown[]): Promise<void> {
    if (!this.#hasBegun) await this.#start();
    this.ask(statement, values).catch(() => undefined);
  }

  /** PostgreSQL ends a transaction of which a statement failed by rolling it back, whatever it is asked for. */
  async commit(): Promise<void> {
    await this.#begun;
    transactions.delete(this.#runner);
    // What failed before it was sent, PostgreSQL knows nothing of.
    if (this.#failure !== undefined) throw this.#failure;
    if ((await this.#say('COMMIT')) !== 'COMMIT') {
      throw this.#failure ?? new QueryFailedError('COMMIT', [], new Error('The transaction was rolled back.'));
    }
  }

  /** Answers why: of statements that failed, the first; else `error`. */
  async rollback(error: unknown): Promise<unknown> {
    transactions.delete(this.#runner);
    try {
      await this.#say('ROLLBACK');
    } catch {
      // The database rolls back what its client left.
    }
    return error instanceof QueryFailedError ? (this.#failure ?? error) : error;
  }

  async #begin(): Promise<void> {
    await this.#say('BEGIN');
    this.#hasBegun = true;
  }

  /** Waits for the start; whoever asks after that waits too, so that nobody is overtaken. */
  async #start(): Promise<void> {
    this.#isAwaited = true;
    await this.#begun;
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
 * asked or sent in one turn leave together and run in that order; TypeORM's own come after them.
 */
export const ask = async <Row extends object>(
  db: EntityManager,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => transactionOf(db).ask<Row>(statement, values);

/** Likewise a write, whose answer is waited for at the end of the transaction. */
export const send = async (db: EntityManager, statement: Statement, values: readonly unknown[]): Promise<void> =>
  transactionOf(db).send(statement, values);

import type { PoolClient } from 'pg';
import { QueryFailedError, type EntityManager, type QueryRunner } from 'typeorm';
import { corkUntilNextTurn } from '../postgres/connections.ts';
import { createReader, queryOf, type Reader, type Statement } from '../postgres/reader.ts';

/**
 * Executes a prepared statement on the connection of a transaction, without TypeORM's overhead per query. Statements
 * are sent without waiting for the results of earlier ones, and run in the order of the calls.
 * @throws {QueryFailedError} when the statement fails
 */
export async function execute<Row extends object>(
  db: EntityManager,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { queryRunner } = db;
  if (queryRunner === undefined) throw new Error('This statement must be executed inside a transaction.');
  const connection: PoolClient = await queryRunner.connect();
  corkUntilNextTurn(connection.connection.stream);
  try {
    return (await connection.query<Row>(queryOf(statement, values))).rows;
  } catch (cause) {
    throw queryFailed(statement.text, values, cause);
  }
}

/** Returns a reader that executes statements on the connection of a transaction. */
export const transactionReader = (db: EntityManager): Reader =>
  createReader((statement, values = []) => execute(db, statement, values));

/** Executes a prepared statement like `execute`, and returns no rows. */
export async function executeOnly(db: EntityManager, statement: Statement, values: readonly unknown[]): Promise<void> {
  await execute(db, statement, values);
}

/**
 * Executes a command without parameters, such as BEGIN, after all statements of earlier calls.
 * @returns the name of the command that PostgreSQL executed, which is ROLLBACK if it could not commit
 */
export async function executeCommand(queryRunner: QueryRunner, command: string): Promise<string> {
  const connection: PoolClient = await queryRunner.connect();
  corkUntilNextTurn(connection.connection.stream);
  try {
    return (await connection.query(command)).command;
  } catch (cause) {
    throw queryFailed(command, [], cause);
  }
}

const queryFailed = (text: string, values: readonly unknown[], cause: unknown): QueryFailedError =>
  new QueryFailedError(text, [...values], cause instanceof Error ? cause : new Error(String(cause)));

import { hash } from 'node:crypto';
import { StoreFailure } from '@portcullis/application';
import type pg from 'pg';
import type { ExecuteQuery } from './connections.ts';
import { isBroken, isOverload } from './unavailable.ts';

/** A statement that each connection prepares once, under the name of the statement. */
export interface Statement {
  /** At most 63 bytes. Statements with the same name must have the same text. A statement without a name is not prepared. */
  readonly name: string;
  readonly text: string;
  /**
   * Whether the statement is always about as fast as a primary-key lookup, so that it can share a pipelined connection.
   */
  readonly usesPipeline?: boolean;
  /** Whether the result may be several megabytes in size, so that the statement may take longer. */
  readonly hasLargeResult?: boolean;
}

/** Returns a statement. It is named by a hash of its text, so that statements with the same name have the same text. */
export const statementOf = (text: string): Statement => ({
  name: hash('sha1', text, 'base64url'),
  text,
});

/** Makes a statement of SQL. What is inserted is SQL too: values are passed as parameters to what executes it. */
export const sql = (parts: TemplateStringsArray, ...inserted: readonly (string | number)[]): Statement =>
  statementOf(String.raw({ raw: parts }, ...inserted));

/** Marks a statement that is always about as fast as a primary-key lookup. */
export const short = (statement: Statement): Statement => ({ ...statement, usesPipeline: true });

/** Marks a statement whose result may be several megabytes in size. */
export const large = (statement: Statement): Statement => ({ ...statement, hasLargeResult: true });

/** Returns the query of `pg` that executes a statement. The driver prepares a query with a name once per connection. */
export const queryOf = ({ name, text }: Statement, values: readonly unknown[]): pg.QueryConfig => ({
  name,
  text,
  values: [...values],
});

/**
 * Executes statements outside transactions. A read rejects with `StoreFailure` if its statement fails.
 * @example
 * const find = { name: 'acme notes find', text: 'SELECT id, title FROM acme_notes WHERE id = $1' };
 * const findNote = (reader: Reader, id: string) => reader.row<{ readonly title: string }>(find, [id]);
 */
export interface Reader {
  readonly rows: <Row extends object>(statement: Statement, values?: readonly unknown[]) => Promise<Row[]>;
  readonly row: <Row extends object>(statement: Statement, values?: readonly unknown[]) => Promise<Row | undefined>;
  /**
   * Returns a reader that executes all statements on the same database, for reads with more than one statement. The
   * only exception is a statement that fails on a replica, which is repeated elsewhere.
   */
  readonly pinned: () => Reader;
}

/**
 * Creates a reader from a function that executes statements. `pinned` is required if that function chooses between
 * several databases.
 */
export function createReader(rows: Reader['rows'], pinned?: () => Reader): Reader {
  const reader: Reader = {
    rows,
    row: async <Row extends object>(statement: Statement, values?: readonly unknown[]) =>
      (await rows<Row>(statement, values))[0],
    pinned: pinned ?? (() => reader),
  };
  return reader;
}

/** Where a reader executes its statements. */
export interface ReaderConnections {
  /** Executes the statements with `usesPipeline`. Default: the pool. */
  readonly pipelined?: ExecuteQuery;
  readonly pool: () => pg.Pool;
  /** The time limit of statements with a large result, in milliseconds. Default: that of the connections. */
  readonly largeResultMs?: number;
}

const retryWithinMs = 500;

/**
 * Creates the reader of a database server. If the connection breaks before the result has arrived, the statement is
 * executed once more on another connection, unless it was pending for so long that the database may not respond at all.
 * @throws {StoreFailure} overloaded, if the statement was cancelled after its time limit or could not begin in time;
 * failed, after any other error
 */
export const readerOf = ({ pool, pipelined, largeResultMs }: ReaderConnections): Reader =>
  createReader(async <Row extends object>(statement: Statement, values: readonly unknown[] = []) => {
    const query = queryOf(statement, values);
    const execute = () => {
      if (statement.usesPipeline === true && pipelined !== undefined) return pipelined<Row>(query);
      return statement.hasLargeResult === true && largeResultMs !== undefined
        ? queryWithLimit<Row>(pool(), largeResultMs, query)
        : pool().query<Row>(query);
    };
    const began = performance.now();
    const isLost = (error: unknown): boolean => isBroken(error) && performance.now() - began < retryWithinMs;
    try {
      const result = await execute().catch((error: unknown) => {
        if (isLost(error)) return execute();
        throw error;
      });
      return result.rows;
    } catch (cause) {
      if (cause instanceof StoreFailure) throw cause;
      const kind = isOverload(cause) ? 'overloaded' : 'failed';
      const beginning = statement.text.replaceAll(/\s+/g, ' ').slice(0, 200);
      throw new StoreFailure(`A read of the database failed: ${beginning}`, { kind, cause });
    }
  });

/** Executes a query with another time limit than that of the connection. The three statements are sent together. */
async function queryWithLimit<Row extends object>(
  pool: pg.Pool,
  ms: number,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect();
  let failed = true;
  try {
    const [, result] = await Promise.all([
      client.query(`SET statement_timeout = ${ms}`),
      client.query<Row>(query),
      client.query('RESET statement_timeout'),
    ]);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}

/** Returns a row without one of its columns. */
export function withoutColumn<Row extends object, Column extends object>(
  row: Row & Column,
  name: keyof Column & string,
): Row;
export function withoutColumn(row: Readonly<Record<string, unknown>>, name: string): object {
  const { [name]: _column, ...rest } = row;
  return rest;
}

/**
 * Returns the rows that an outer join found, without a column that has the same value in all of them, such as the total
 * of a list. A join that found nothing returns one row, whose key is null.
 */
export const itemsOf = <Item extends object, Common extends object>(
  rows: readonly (Item & Common)[],
  common: keyof Common & string,
  key: keyof Item & string,
): Item[] => rows.filter((row) => row[key] !== null).map((row) => withoutColumn<Item, Common>(row, common));

import { StoreFailure } from '@portcullis/application';
import type { ConnectionSource } from './connection-source.ts';
import { executePrepared, type Answer, type Statement } from './prepared-statements.ts';

/** Reads outside transactions: one statement each, rows as the statement names them. Each throws `StoreFailure`. */
export interface Reader {
  readonly answer: <Row extends object, Whole extends object>(
    statement: Statement,
    values?: readonly unknown[],
  ) => Promise<Answer<Row, Whole>>;
  readonly rows: <Row extends object>(statement: Statement, values?: readonly unknown[]) => Promise<Row[]>;
  readonly row: <Row extends object>(statement: Statement, values?: readonly unknown[]) => Promise<Row | undefined>;
  /** A reader all of whose statements read the same database: for what takes more than one statement. */
  readonly pinned: () => Reader;
}

/** A reader whose statements `answer` runs, on one database unless `pinned` chooses one. */
export function readerThat(answer: Reader['answer'], pinned?: () => Reader): Reader {
  const reader: Reader = {
    answer,
    pinned: pinned ?? (() => reader),
    rows: async <Row extends object>(statement: Statement, values?: readonly unknown[]) =>
      (await answer<Row, never>(statement, values)).rows,
    row: async <Row extends object>(statement: Statement, values?: readonly unknown[]) =>
      (await answer<Row, never>(statement, values)).rows[0],
  };
  return reader;
}

/** The connections for each kind of statement. */
export interface ConnectionSources {
  readonly pool: ConnectionSource;
  readonly brief: ConnectionSource;
  readonly large: ConnectionSource;
}

/** Runs each statement on a connection for its kind. */
export const reader = ({ pool, brief, large }: ConnectionSources): Reader =>
  readerThat(
    async <Row extends object, Whole extends object>(statement: Statement, values: readonly unknown[] = []) => {
      try {
        const lender = statement.usesPipeline === true ? brief : statement.isLarge === true ? large : pool;
        return await lender.withConnection((client) => executePrepared<Row, Whole>(client, statement, values));
      } catch (cause) {
        throw new StoreFailure(`The read '${statement.name}' failed.`, { cause });
      }
    },
  );

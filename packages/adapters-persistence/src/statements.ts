import { StoreFailure } from '@portcullis/application';
import type { EntityManager, EntitySchema } from 'typeorm';
import type { Lender } from './client.ts';
import { hiddenText } from './columns.ts';
import { execute } from './open-transaction.ts';
import { asked, type Answer } from './prepared.ts';

/** Prepared once per connection under its name. */
export interface Statement {
  /** At most 63 bytes; two statements of one name must have one text. */
  readonly name: string;
  readonly text: string;
  /** Whether it takes about as long as a look-up by key, however much there is: then it need not have a connection for itself. */
  readonly isBrief?: boolean;
  /** Whether its answer may be megabytes: then few of its kind run at once, so that all others find a connection. */
  readonly isLarge?: boolean;
}

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
export interface Lenders {
  readonly pool: Lender;
  readonly brief: Lender;
  readonly large: Lender;
}

/** Runs each statement on a connection for its kind. */
export const reader = ({ pool, brief, large }: Lenders): Reader =>
  readerThat(
    async <Row extends object, Whole extends object>(statement: Statement, values: readonly unknown[] = []) => {
      try {
        const lender = statement.isBrief === true ? brief : statement.isLarge === true ? large : pool;
        return await lender.lend((client) => asked<Row, Whole>(client, statement, values));
      } catch (cause) {
        throw new StoreFailure(`The read '${statement.name}' failed.`, { cause });
      }
    },
  );

/** The statement that adds a row, its values in the order of the schema's columns. */
export function insertOf<Entity extends object>({ options: { name, columns } }: EntitySchema<Entity>) {
  const properties = Object.keys(columns).filter((property): property is keyof Entity & string => property in columns);
  const targets = properties.map((property) => `"${snakeCase(property)}"`).join(', ');
  const places = properties.map((_property, index) => `$${index + 1}`).join(', ');
  const statement = { name: `${name} add`, text: `INSERT INTO ${name} (${targets}) VALUES (${places})` };
  return async (db: EntityManager, entity: Entity): Promise<void> => {
    await execute(
      db,
      statement,
      properties.map((property) => entity[property]),
    );
  };
}

/** The column a property is kept in: `nickName` in `nick_name`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The select list that reads a table's rows as its schema names them; `only` some of its properties, or all but the hidden. */
export function columnsOf<Row>(
  schema: EntitySchema<Row>,
  alias: string,
  only?: readonly (keyof Row & string)[],
): string {
  const shown = Object.entries(schema.options.columns)
    .filter(([, column]) => column !== hiddenText)
    .map(([property]) => property);
  return (only ?? shown).map((property) => `${alias}."${snakeCase(property)}" AS "${property}"`).join(', ');
}

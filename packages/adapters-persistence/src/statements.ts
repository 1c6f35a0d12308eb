import { StoreFailure } from '@portcullis/application';
import { QueryFailedError, type EntityManager, type EntitySchema } from 'typeorm';
import { hiddenText } from './columns.ts';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { gather } from './pipelines.ts';

/** A read, prepared once per connection under its name. */
export interface Statement {
  /** At most 63 bytes; two statements of one name must have one text. */
  readonly name: string;
  readonly text: string;
  /** Whether it takes about as long as a look-up by key, however much there is: then it need not have a connection for itself. */
  readonly isBrief?: boolean;
}

/** Reads outside transactions: one statement each, rows as the statement names them. */
export interface Reader {
  readonly rows: <Row extends object>(statement: Statement, values?: readonly unknown[]) => Promise<Row[]>;
  readonly row: <Row extends object>(statement: Statement, values?: readonly unknown[]) => Promise<Row | undefined>;
}

/** What answers queries: a pool, or pipelines. */
export interface Queryable {
  readonly query: <Row extends QueryResultRow>(query: QueryConfig) => Promise<QueryResult<Row>>;
}

export function reader(pool: () => Queryable, brief: () => Queryable): Reader {
  const rows = async <Row extends object>(
    { name, text, isBrief }: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => {
    try {
      const asked = isBrief === true ? brief() : pool();
      return (await asked.query<Row>({ name, text, values: [...values] })).rows;
    } catch (cause) {
      throw new StoreFailure(`The read '${name}' failed.`, { cause });
    }
  };
  return {
    rows,
    row: async <Row extends object>(statement: Statement, values?: readonly unknown[]) =>
      (await rows<Row>(statement, values))[0],
  };
}

/**
 * Asks a named statement inside a transaction: on its connection, past what TypeORM adds to each query. Statements that are
 * asked in one turn leave together and run in the order in which they were asked.
 */
export async function ask<Row extends object>(
  { queryRunner }: EntityManager,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const connection: PoolClient | undefined = await queryRunner?.connect();
  if (connection === undefined) throw new Error(`The statement '${name}' was asked outside a transaction.`);
  gather(connection.connection.stream);
  try {
    return (await connection.query<Row>({ name, text, values: [...values] })).rows;
  } catch (cause) {
    throw cause instanceof Error ? new QueryFailedError(text, [...values], cause) : cause;
  }
}

/** The statement that adds a row, its values in the order of the schema's columns. */
export function insertOf<Entity extends object>({ options: { name, columns } }: EntitySchema<Entity>) {
  const properties = Object.keys(columns).filter((property): property is keyof Entity & string => property in columns);
  const targets = properties.map((property) => `"${snakeCase(property)}"`).join(', ');
  const places = properties.map((_property, index) => `$${index + 1}`).join(', ');
  const statement = { name: `${name} add`, text: `INSERT INTO ${name} (${targets}) VALUES (${places})` };
  return async (db: EntityManager, entity: Entity): Promise<void> => {
    const values = properties.map((property) => entity[property]);
    await ask(db, statement, values);
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

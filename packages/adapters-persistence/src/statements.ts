import { StoreFailure } from '@portcullis/application';
import type { EntitySchema } from 'typeorm';
import type { Pool } from 'pg';

/** A read, prepared once per connection under its name. */
export interface Statement {
  /** At most 63 bytes; two statements of one name must have one text. */
  readonly name: string;
  readonly text: string;
}

/** Reads outside transactions: one statement each, rows as the statement names them. */
export interface Reader {
  readonly rows: <Row extends object>(statement: Statement, values?: readonly unknown[]) => Promise<Row[]>;
  readonly row: <Row extends object>(statement: Statement, values?: readonly unknown[]) => Promise<Row | undefined>;
}

export function reader(pool: Pool): Reader {
  const rows = async <Row extends object>(
    { name, text }: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => {
    try {
      return (await pool.query<Row>({ name, text, values: [...values] })).rows;
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

/** The column a property is kept in: `nickName` in `nick_name`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The select list that reads a table's rows as its schema names them; `only` some of its properties, or all. */
export function columnsOf<Row>(
  schema: EntitySchema<Row>,
  alias: string,
  only?: readonly (keyof Row & string)[],
): string {
  return (only ?? Object.keys(schema.options.columns))
    .map((property) => `${alias}."${snakeCase(property)}" AS "${property}"`)
    .join(', ');
}

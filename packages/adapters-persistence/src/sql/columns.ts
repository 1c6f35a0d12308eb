import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';

/** The kinds of columns that tables are made of; the migrations say the same in SQL. */
export const id: EntitySchemaColumnOptions = { type: 'uuid', primary: true };
export const link: EntitySchemaColumnOptions = { type: 'uuid' };
export const optionalLink: EntitySchemaColumnOptions = { type: 'uuid', nullable: true };
export const text: EntitySchemaColumnOptions = { type: 'text' };
export const optionalText: EntitySchemaColumnOptions = { type: 'text', nullable: true };
/** Text that is written and compared, and never read with the row. */
export const hiddenText: EntitySchemaColumnOptions = { type: 'text', select: false };
export const flag: EntitySchemaColumnOptions = { type: 'boolean' };
/** One of a few numbers. */
export const choice: EntitySchemaColumnOptions = { type: 'smallint' };
export const integer: EntitySchemaColumnOptions = { type: 'integer' };
export const optionalInteger: EntitySchemaColumnOptions = { type: 'integer', nullable: true };
export const json: EntitySchemaColumnOptions = { type: 'jsonb' };
export const optionalJson: EntitySchemaColumnOptions = { type: 'jsonb', nullable: true };
/** A moment, to the millisecond as on the wire. */
export const moment: EntitySchemaColumnOptions = { type: 'timestamptz', precision: 3 };
export const optionalMoment: EntitySchemaColumnOptions = { type: 'timestamptz', precision: 3, nullable: true };
export const stamps = { createdAt: moment, updatedAt: moment };

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

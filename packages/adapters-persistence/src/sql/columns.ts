import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';

/** The type of the column with the id of a row. The migrations declare the columns of these types in SQL. */
export const id: EntitySchemaColumnOptions = { type: 'uuid', primary: true };
/** The id of a row of another table. */
export const link: EntitySchemaColumnOptions = { type: 'uuid' };
/** The id of a row of another table, or null. */
export const optionalLink: EntitySchemaColumnOptions = { type: 'uuid', nullable: true };
/** A text. */
export const text: EntitySchemaColumnOptions = { type: 'text' };
/** A text, or null. */
export const optionalText: EntitySchemaColumnOptions = { type: 'text', nullable: true };
/** Text that is stored and compared, but is not part of the default select list. */
export const hiddenText: EntitySchemaColumnOptions = { type: 'text', select: false };
/** Like `hiddenText`, or null. */
export const optionalHiddenText: EntitySchemaColumnOptions = { ...hiddenText, nullable: true };
/** True or false. */
export const flag: EntitySchemaColumnOptions = { type: 'boolean' };
/** A number from a small set, such as a status. */
export const choice: EntitySchemaColumnOptions = { type: 'smallint' };
/** An integer of 32 bits. */
export const integer: EntitySchemaColumnOptions = { type: 'integer' };
/** An integer up to 2^53. The driver would return a bigint as a string. */
export const safeInteger: EntitySchemaColumnOptions = { type: 'float8' };
/** An integer of 32 bits, or null. */
export const optionalInteger: EntitySchemaColumnOptions = { type: 'integer', nullable: true };
/** A number that may have a fraction, or null. */
export const optionalNumber: EntitySchemaColumnOptions = { type: 'float8', nullable: true };
/** A JSON value. */
export const json: EntitySchemaColumnOptions = { type: 'jsonb' };
/** A JSON value, or null. */
export const optionalJson: EntitySchemaColumnOptions = { type: 'jsonb', nullable: true };
/** A timestamp with millisecond precision, as in the API. */
export const timestamp: EntitySchemaColumnOptions = { type: 'timestamptz', precision: 3 };
/** A timestamp with millisecond precision, or null. */
export const optionalTimestamp: EntitySchemaColumnOptions = { type: 'timestamptz', precision: 3, nullable: true };
/** The version number of a row. Triggers increment it, so TypeORM does not write it in updates. */
export const version: EntitySchemaColumnOptions = { type: 'integer', update: false };
/** When a row was created, and when it was last changed. */
export const timestamps = { createdAt: timestamp, updatedAt: timestamp };

/** Returns the column name of a property: `nick_name` for `nickName`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Returns a select list in which each column has the name of its property.
 * @param only the properties to read; by default all except hidden ones
 * @example
 * import { EntitySchema } from 'typeorm';
 *
 * interface Task {
 *   readonly id: Id<'Task'>;
 *   readonly projectId: string;
 *   readonly nextId: string | null;
 *   readonly title: string;
 *   readonly titleKey: string;
 *   readonly codeKey: string | null;
 *   readonly note: string | null;
 *   readonly isDone: boolean;
 *   readonly priority: number;
 *   readonly minutes: number;
 *   readonly bytes: number;
 *   readonly estimate: number | null;
 *   readonly hours: number | null;
 *   readonly settings: object;
 *   readonly extra: object | null;
 *   readonly version: number;
 *   readonly dueAt: Date;
 *   readonly doneAt: Date | null;
 *   readonly createdAt: Date;
 *   readonly updatedAt: Date;
 * }
 * const tasks = new EntitySchema<Task>({
 *   name: 'acme_tasks',
 *   columns: {
 *     id: column.id,
 *     projectId: column.link,
 *     nextId: column.optionalLink,
 *     title: column.text,
 *     titleKey: column.hiddenText,
 *     codeKey: column.optionalHiddenText,
 *     note: column.optionalText,
 *     isDone: column.flag,
 *     priority: column.choice,
 *     minutes: column.integer,
 *     bytes: column.safeInteger,
 *     estimate: column.optionalInteger,
 *     hours: column.optionalNumber,
 *     settings: column.json,
 *     extra: column.optionalJson,
 *     version: column.version,
 *     dueAt: column.timestamp,
 *     doneAt: column.optionalTimestamp,
 *     ...column.timestamps,
 *   },
 * });
 * console.log(column.columnsOf(tasks, 't', ['id', 'projectId'])); // t."id" AS "id", t."project_id" AS "projectId"
 * console.log(column.snakeCase('projectId')); // project_id
 */
export function columnsOf<Row>(
  schema: EntitySchema<Row>,
  alias: string,
  only?: readonly (keyof Row & string)[],
): string {
  const properties = Object.entries(schema.options.columns)
    .filter(([, column]) => column !== hiddenText && column !== optionalHiddenText)
    .map(([property]) => property);
  return (only ?? properties).map((property) => `${alias}."${snakeCase(property)}" AS "${property}"`).join(', ');
}

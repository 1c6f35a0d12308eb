import type { Page } from '@portcullis/application';
import type { TextRule } from '@portcullis/domain';
import { jsonSchema } from './checks.ts';
import { whenMissing } from './descriptions.ts';
import {
  all,
  Flag,
  Integer,
  IsJson,
  LongText,
  maxInteger,
  MultiLine,
  Nullable,
  OneLine,
  OneOf,
  Uuid,
} from './fields.ts';
import { acceptedBy, reference, type JsonSchema } from './json-schema.ts';

declare const described: unique symbol;

/** The JSON Schema of a `T`. The schemas of two different types cannot be assigned to each other. */
export interface Schema<T> extends JsonSchema {
  readonly [described]?: (value: T) => T;
  readonly [acceptedBy]?: PropertyDecorator;
}

/** A schema for each field of a `T`. */
export type Fields<T> = { readonly [Name in keyof T]-?: Schema<T[Name]> };

/** Returns some of these fields, in the order of the names. */
export function pick<T, Name extends keyof T & string>(
  fields: Fields<T>,
  ...names: readonly Name[]
): Fields<Pick<T, Name>>;
export function pick(fields: Readonly<Record<string, JsonSchema>>, ...names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Returns a reference to a schema that becomes a named component of the document. The schema may refer to itself. */
export const named = <T>(name: string, schema: () => Schema<T>): Schema<T> => ({
  ...reference('schemas', name, schema),
});

/**
 * Returns a schema with a description.
 * @param ifMissing the sentence for requests that create the resource without the field, such as 'Default: 0.'
 */
export const withDescription = <T>(schema: Schema<T>, description: string, ifMissing?: string): Schema<T> => ({
  ...schema,
  description,
  ...(ifMissing !== undefined && { [whenMissing]: ifMissing }),
});

/** The schema of `data` in a response without data. `data` is then null. */
export const nothing: Schema<void> = { type: 'null' };

/** The schema of any text. Requests are limited to the length of long texts. */
export const text: Schema<string> = { type: 'string', [acceptedBy]: LongText() };
/** The schema of true and false. */
export const flag: Schema<boolean> = { type: 'boolean', [acceptedBy]: Flag() };

/** The schema of a name, a title or another text of one line. Requests have to satisfy the whole rule. */
export const textOf = (rule: TextRule): Schema<string> => ({
  type: 'string',
  maxLength: rule.max,
  [acceptedBy]: OneLine(rule),
});

/** The schema of a description of one or several lines. Requests have to satisfy the whole rule. */
export const multiLineTextOf = (rule: TextRule): Schema<string> => ({ ...textOf(rule), [acceptedBy]: MultiLine(rule) });

/** Returns the schema of an integer in a range. */
export const integerFrom = (minimum: number, maximum = maxInteger): Schema<number> => ({
  type: 'integer',
  minimum,
  maximum,
  [acceptedBy]: Integer(minimum, maximum),
});

/** The schema of an integer that fits into a column of the type `integer`. */
export const integer = integerFrom(-maxInteger - 1);
/** The schema of a number of things in a response. */
export const count: Schema<number> = { type: 'integer', minimum: 0 };

/** A timestamp in ISO 8601, in UTC with milliseconds. */
export const timestamp: Schema<Date> = { type: 'string', format: 'date-time' };

/** The timestamps of a stored resource. */
export const timestamps: Fields<{ readonly createdAt: Date; readonly updatedAt: Date }> = {
  createdAt: { ...timestamp, description: 'When the resource was created, in UTC.' },
  updatedAt: { ...timestamp, description: 'When the resource was last changed, in UTC.' },
};

/** The common fields of resources with a version number that clients can send in `If-Match`. */
export const versioned: Fields<{ readonly version: number; readonly createdAt: Date; readonly updatedAt: Date }> = {
  version: {
    ...integerFrom(1),
    description:
      'The version, which starts at 1 and increases by 1 with each change. Reads and writes of a single resource with a token return it as the ETag, except for `/api/auth/profile`.',
  },
  ...timestamps,
};

/** Returns the schema of an id. */
export const uuid = <I extends string>(): Schema<I> => ({
  type: 'string',
  format: 'uuid',
  [acceptedBy]: Uuid(),
});

/** Returns the schema of a value from a fixed list of texts, or of numbers. */
export function oneOf<const Value extends string | number>(values: readonly Value[]): Schema<Value> {
  const areNumbers = values.every((value) => typeof value === 'number');
  return {
    type: areNumbers ? 'integer' : 'string',
    ...(values.length === 1 ? { const: values[0] } : { enum: values }),
    [acceptedBy]: all(OneOf(values), ...(areNumbers ? [Integer()] : [])),
  };
}

/** Returns a schema that also allows null. In responses, a field without a value is usually null instead of missing. */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  const { type, ...rest }: JsonSchema = schema;
  const isPlain = typeof type === 'string' && rest['enum'] === undefined;
  const decorator = schema[acceptedBy];
  return {
    ...(isPlain ? { ...rest, type: [type, 'null'] } : { anyOf: [schema, { type: 'null' }] }),
    ...(decorator !== undefined && { [acceptedBy]: all(decorator, Nullable()) }),
  };
}

/** Returns the schema of an array. */
export const listOf = <T>(items: Schema<T>): Schema<readonly T[]> => ({ type: 'array', items });

/** The schema of a JSON object or array. */
export const json: Schema<Readonly<Record<string, unknown>> | readonly unknown[]> = {
  ...jsonSchema,
  [acceptedBy]: IsJson(),
};

/** The schema of any JSON value, also null. */
export const jsonValue: Schema<unknown> = {
  anyOf: [json, { type: ['string', 'number', 'boolean', 'null'] }],
};

/** Returns the schema of an object whose keys are arbitrary and whose values all have one type. */
export const keyed = <T>(values: Schema<T>): Schema<Readonly<Record<string, T>>> => ({
  type: 'object',
  additionalProperties: values,
});

/** Returns the schema of an object with all of these fields, and possibly with optional and other fields. */
const openObject = (fields: object, optional: object = {}): JsonSchema => ({
  type: 'object',
  required: Object.keys(fields),
  properties: { ...fields, ...optional },
});

/**
 * Returns the schema of an object with all of these fields and no other fields.
 * @example
 * interface Project {
 *   readonly id: Id<'Project'>;
 *   readonly name: string;
 *   readonly status: 'planned' | 'active';
 *   readonly members: number;
 *   readonly rank: number;
 *   readonly budget: number;
 *   readonly isShown: boolean;
 *   readonly note: string | null;
 *   readonly summary: string;
 *   readonly tags: readonly string[];
 *   readonly settings: Readonly<Record<string, unknown>> | readonly unknown[];
 *   readonly hours: Readonly<Record<string, number>>;
 *   readonly custom: unknown;
 *   readonly closedAt: Date;
 * }
 * const projectFields: schema.Fields<Project> = {
 *   id: schema.uuid<Id<'Project'>>(),
 *   name: schema.withDescription(schema.textOf({ min: 1, max: 100 }), 'The name.'),
 *   status: schema.oneOf(['planned', 'active']),
 *   members: schema.count,
 *   rank: schema.integerFrom(0, 100),
 *   budget: schema.integer,
 *   isShown: schema.flag,
 *   note: schema.nullable(schema.text),
 *   summary: schema.multiLineTextOf({ min: 0, max: 1000 }),
 *   tags: schema.listOf(schema.text),
 *   settings: schema.json,
 *   hours: schema.keyed(schema.count),
 *   custom: schema.jsonValue,
 *   closedAt: schema.timestamp,
 * };
 * const project = schema.namedObject('Project', projectFields);
 * const projects: schema.Schema<Page<Project>> = schema.pageOf(project);
 *
 * interface StoredProject extends Project {
 *   readonly createdAt: Date;
 *   readonly updatedAt: Date;
 *   readonly version: number;
 * }
 * const stored = schema.object<StoredProject>({ ...projectFields, ...schema.versioned });
 * const dates = schema.object(schema.timestamps);
 * const names = schema.object(schema.pick(projectFields, 'id', 'name'));
 * const counted = schema.objectWith(projectFields, { noteCount: schema.count });
 * const withoutData = schema.nothing;
 * const word = schema.named('Word', () => schema.textOf({ min: 1, max: 50 }));
 * const further: schema.Fields<Omit<StoredProject, keyof Project>> = schema.versioned;
 * const extended = schema.extended<StoredProject, keyof Project>('Project', projectFields, further);
 */
export const object = <T>(fields: Fields<T>): Schema<T> => ({ ...openObject(fields), additionalProperties: false });

/** Returns the schema of an object with all of these fields, which may also have the optional fields. */
export const objectWith = <T, Optional>(
  fields: Fields<T>,
  optional: Fields<Optional>,
): Schema<T & Partial<Optional>> => ({ ...openObject(fields, optional), additionalProperties: false });

/** Returns a reference to the schema of an object that becomes a named component of the document. */
export const namedObject = <T>(name: string, fields: Fields<T>): Schema<T> => named(name, () => object(fields));

/**
 * Returns the schema of an object that extends a named object with further fields. Together, the base fields and the
 * further fields are the fields of `T`.
 */
export const extended = <T, Base extends keyof T>(
  name: string,
  base: Fields<Pick<T, Base>>,
  fields: Fields<Omit<T, Base>>,
): Schema<T> => ({
  type: 'object',
  allOf: [named(name, () => openObject(base)), openObject(fields)],
  unevaluatedProperties: false,
});

const pageFields: Fields<Omit<Page<unknown>, 'items'>> = {
  total: withDescription(count, 'Number of items on all pages.'),
  page: withDescription({ ...count, minimum: 1 }, 'Number of this page; the first is 1.'),
  pageSize: withDescription({ ...count, minimum: 1 }, 'Maximum number of items on a page.'),
};

/** Returns the schema of one page of a list. */
export const pageOf = <T>(items: Schema<T>): Schema<Page<T>> =>
  extended<Page<T>, 'total' | 'page' | 'pageSize'>('Page', pageFields, {
    items: withDescription(listOf(items), 'The items on this page.'),
  });

import { DescribeAs } from './descriptions.ts';
import { Optional } from './fields.ts';
import type { Fields, Schema } from './schema.ts';
import { acceptedBy } from './json-schema.ts';
import type { RequestSchema } from './validate.ts';

/**
 * Accepts what the response field with the same name can contain, within the same limits, and describes it likewise. The
 * property must have the type of the response field.
 * @example
 * const noteFields = { title: schema.textOf({ min: 1, max: 200 }), isShown: schema.flag };
 * class NoteBody {
 *   title!: string;
 * }
 * // The same as a decorator above the property.
 * Like(noteFields)(NoteBody.prototype, 'title');
 */
export const Like =
  <T>(fields: Fields<T>) =>
  <Name extends keyof T & string>(prototype: { readonly [Key in Name]?: T[Key] | undefined }, name: Name): void => {
    const schema = fields[name];
    const decorate = schema[acceptedBy];
    if (decorate === undefined) throw new Error(`Requests cannot contain the field '${name}'.`);
    decorate(prototype, name);
    DescribeAs(schema)(prototype, name);
  };

/** The data that a schema describes. */
export type DataOf<S> = S extends Schema<infer T> ? T : never;

/** The names of the fields of `T` that a request may have, followed by '?' if the request may omit the field. */
type Requested<T> = {
  [Name in keyof T & string]: `${Name}?` | (null extends T[Name] ? never : Name);
}[keyof T & string];

/** The request with these fields of `T`. */
type RequestOf<T, Names> = {
  [Name in keyof T as Name extends Names ? Name : never]: T[Name];
} & {
  [Name in keyof T as Name extends string ? (`${Name}?` extends Names ? Name : never) : never]?: T[Name];
};

/**
 * Returns a request class with some of the fields of a resource, in this order.
 * @param fields the fields of the resource in responses
 * @param names the names of the fields, followed by '?' if the request may omit the field
 * @example
 * interface Tag {
 *   readonly name: string;
 *   readonly description: string | null;
 * }
 * const tagFields: schema.Fields<Tag> = {
 *   name: schema.textOf({ min: 1, max: 64 }),
 *   description: schema.nullable(schema.textOf({ min: 0, max: 1000 })),
 * };
 * class TagBody extends requestOf(tagFields, 'name', 'description?') {}
 */
export function requestOf<T, const Names extends readonly Requested<T>[]>(
  fields: Fields<T>,
  ...names: Names
): RequestSchema<RequestOf<T, Names[number]>>;
export function requestOf(
  fields: Fields<Readonly<Record<string, unknown>>>,
  ...names: readonly string[]
): RequestSchema<object> {
  class Request {
    readonly [name: string]: unknown;
  }
  for (const each of names) {
    const name = each.replace('?', '');
    Like(fields)(Request.prototype, name);
    if (name !== each) Optional()(Request.prototype, name);
  }
  return Request;
}

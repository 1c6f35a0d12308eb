import { whenMissing, type JsonSchema } from './schema.ts';

type Fields = Readonly<Record<string, JsonSchema>>;

/** The descriptions of fields, by the request class that declares the fields. */
const ofFields = new WeakMap<object, Map<PropertyKey, string>>();

/** The response fields that were passed to `DescribeLike`, by request class. */
const ofResponses = new WeakMap<object, Fields>();

/**
 * Describes the meaning of a field in the API document. Other decorators add the limits of the field to the
 * description.
 */
export const Describe =
  (description: string): PropertyDecorator =>
  (prototype, name) => {
    const described = ofFields.get(prototype.constructor) ?? new Map<PropertyKey, string>();
    ofFields.set(prototype.constructor, described.set(name, description));
  };

/**
 * Copies the descriptions of response fields to request fields with the same names, unless a field has its own
 * `Describe`.
 */
export const DescribeLike =
  (fields: Fields): ClassDecorator =>
  (requestClass) => {
    ofResponses.set(requestClass, fields);
  };

/** Request classes that change a resource. In their requests, a missing field does not change. */
const ofChanges = new WeakSet<object>();

/** Declares that the requests of a class and its subclasses change a resource instead of creating it. */
export const DescribeAsChange = (): ClassDecorator => (requestClass) => {
  ofChanges.add(requestClass);
};

/**
 * Returns the description of a field. A description in a class takes precedence over a description in its base class.
 */
export function descriptionOf(requestClass: object, name: string): string | undefined {
  let current: object | null = requestClass;
  let creates = true;
  while (current !== null) {
    creates &&= !ofChanges.has(current);
    const own = ofFields.get(current)?.get(name);
    if (own !== undefined) return own;
    const like = sentencesOf(ofResponses.get(current)?.[name], creates);
    if (like !== undefined) return like;
    current = Reflect.getPrototypeOf(current);
  }
  return undefined;
}

function sentencesOf(
  { description, [whenMissing]: ifMissing }: JsonSchema & { readonly [whenMissing]?: string } = {},
  creates: boolean,
): string | undefined {
  if (typeof description !== 'string') return undefined;
  return creates && ifMissing !== undefined ? `${description} ${ifMissing}` : description;
}

import type { JsonSchema } from './schema.ts';

type Fields = Readonly<Record<string, JsonSchema>>;

/** Descriptions of fields by the request class that declares them. */
const ofFields = new WeakMap<object, Map<PropertyKey, string>>();

/** The response fields that `DescribeLike` was called with, by request class. */
const ofResponses = new WeakMap<object, Fields>();

/** Describes the meaning of a field in the API document. Its limits follow from the other decorators. */
export const Describe =
  (description: string): PropertyDecorator =>
  (prototype, name) => {
    const described = ofFields.get(prototype.constructor) ?? new Map<PropertyKey, string>();
    ofFields.set(prototype.constructor, described.set(name, description));
  };

/** Gives fields without `Describe` the descriptions of the response fields with the same names. */
export const DescribeLike =
  (fields: Fields): ClassDecorator =>
  (requestClass) => {
    ofResponses.set(requestClass, fields);
  };

/** The description of a field. A class takes precedence over the class that it extends. */
export function descriptionOf(requestClass: object, name: string): string | undefined {
  let current: object | null = requestClass;
  while (current !== null) {
    const description = ofFields.get(current)?.get(name) ?? ofResponses.get(current)?.[name]?.['description'];
    if (typeof description === 'string') return description;
    current = Reflect.getPrototypeOf(current);
  }
  return undefined;
}

import type { JsonSchema } from './schema.ts';

type Fields = Readonly<Record<string, JsonSchema>>;

/** The descriptions of fields, by the request class that declares the fields. */
const ofFields = new WeakMap<object, Map<PropertyKey, string>>();

/** The response fields with which `DescribeLike` was called, by request class. */
const ofResponses = new WeakMap<object, Fields>();

/** Describes the meaning of a field in the API document. The limits of the field are described by the other decorators. */
export const Describe =
  (description: string): PropertyDecorator =>
  (prototype, name) => {
    const described = ofFields.get(prototype.constructor) ?? new Map<PropertyKey, string>();
    ofFields.set(prototype.constructor, described.set(name, description));
  };

/** Describes fields without `Describe` by the descriptions of the response fields with the same names. */
export const DescribeLike =
  (fields: Fields): ClassDecorator =>
  (requestClass) => {
    ofResponses.set(requestClass, fields);
  };

/** Returns the description of a field. The description in a class takes precedence over the description in the class that it extends. */
export function descriptionOf(requestClass: object, name: string): string | undefined {
  let current: object | null = requestClass;
  while (current !== null) {
    const description = ofFields.get(current)?.get(name) ?? ofResponses.get(current)?.[name]?.['description'];
    if (typeof description === 'string') return description;
    current = Reflect.getPrototypeOf(current);
  }
  return undefined;
}

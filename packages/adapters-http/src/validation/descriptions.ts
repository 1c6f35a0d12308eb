import type { JsonSchema } from './schema.ts';

type Fields = Readonly<Record<string, JsonSchema>>;

/** Descriptions by the request class that declares the field. */
const ofFields = new WeakMap<object, Map<PropertyKey, string>>();

/** Response fields by the request class whose fields mean the same. */
const ofResponses = new WeakMap<object, Fields>();

/** Tells the reader of the API document what a field means. Its limits follow from the other decorators. */
export const Describe =
  (description: string): PropertyDecorator =>
  (prototype, name) => {
    const described = ofFields.get(prototype.constructor) ?? new Map<PropertyKey, string>();
    ofFields.set(prototype.constructor, described.set(name, description));
  };

/** Describes the fields of a request class that have no `Describe` like the response fields of the same names. */
export const DescribeLike =
  (fields: Fields): ClassDecorator =>
  (shape) => {
    ofResponses.set(shape, fields);
  };

/** The description of a field. That of a class comes before that of the class it extends. */
export function descriptionOf(shape: object, name: string): string | undefined {
  let current: object | null = shape;
  while (current !== null) {
    const description = ofFields.get(current)?.get(name) ?? ofResponses.get(current)?.[name]?.['description'];
    if (typeof description === 'string') return description;
    current = Reflect.getPrototypeOf(current);
  }
  return undefined;
}

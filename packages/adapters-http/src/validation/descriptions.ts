/**
 * The key under which the schema of a field contains a sentence about requests that create the resource without this
 * field. The key is a symbol, so that JSON.stringify omits the sentence: it is not about responses.
 */
export const whenMissing = Symbol('whenMissing');

/** A JSON Schema whose description is used. */
type Described = Readonly<Record<string, unknown>> & { readonly [whenMissing]?: string };

/** The descriptions of fields, by the request class that declares the fields. */
const ofFields = new WeakMap<object, Map<PropertyKey, Described>>();

/**
 * Describes the meaning of a field in the API document. Other decorators add the limits of the field to the
 * description.
 * @example
 * class NoteQuery {
 *   word!: string;
 * }
 * // The same as two decorators above the property.
 * field.all(field.Text({ min: 1, max: 50 }), Describe('Only notes with this word.'))(NoteQuery.prototype, 'word');
 */
export const Describe = (description: string): PropertyDecorator => DescribeAs({ description });

/** Describes a field like the field with this schema in responses. */
export const DescribeAs =
  (schema: Described): PropertyDecorator =>
  (prototype, name) => {
    const described = ofFields.get(prototype.constructor) ?? new Map<PropertyKey, Described>();
    ofFields.set(prototype.constructor, described.set(name, schema));
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
    const own = sentencesOf(ofFields.get(current)?.get(name), creates);
    if (own !== undefined) return own;
    current = Reflect.getPrototypeOf(current);
  }
  return undefined;
}

function sentencesOf({ description, [whenMissing]: ifMissing }: Described = {}, creates: boolean): string | undefined {
  if (typeof description !== 'string') return undefined;
  return creates && ifMissing !== undefined ? `${description} ${ifMissing}` : description;
}

/** A JSON Schema (draft 2020-12), as used in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The key under which a reference contains its target. The key is a symbol, so that JSON.stringify omits the target.
 */
export const definition = Symbol('definition');

interface Definition {
  readonly kind: 'responses' | 'schemas';
  readonly name: string;
  readonly of: () => JsonSchema;
}

/** A `$ref` to a named part of the document. */
export interface Reference {
  readonly $ref: string;
  readonly [definition]: Definition;
}

/** Returns true if the schema is a reference to a part of the document. */
export const isReference = (value: object): value is Reference => definition in value;

/** Returns a reference to a part of the document, which the document then contains under this name. */
export const reference = (kind: Definition['kind'], name: string, of: () => JsonSchema): Reference => ({
  $ref: `#/components/${kind}/${name}`,
  [definition]: { kind, name, of },
});

/**
 * The key under which the schema of a field contains the decorator for this field in request classes. The key is a
 * symbol, so that JSON.stringify omits the decorator.
 */
export const acceptedBy = Symbol('acceptedBy');

/** Returns the members of an object that its schema contains. Other data is returned unchanged. */
export function describedMembers(schema: JsonSchema, data: unknown): unknown {
  const { properties } = isReference(schema) ? schema[definition].of() : schema;
  if (typeof data !== 'object' || data === null || typeof properties !== 'object' || properties === null) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(properties, name)));
}

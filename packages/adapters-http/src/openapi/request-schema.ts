import { descriptionOf } from '../validation/descriptions.ts';
import { fieldsOf, type RequestSchema } from '../validation/validate.ts';
import { nullable } from '../validation/schema.ts';
import { type JsonSchema } from '../validation/json-schema.ts';
import { limitsOf } from './limits.ts';

/** The description of a field of a request class in the API document. */
export interface FieldSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** The fields that may be sent instead of this field. */
  readonly alternatives: readonly string[];
}

/** Values that some clients send for a field that is not set. */
const emptyValues = [null, '', 0, '0'];

/** Returns the descriptions of the fields of a request class, in the order of `fieldsOf`. */
export function fieldSchemasOf(requestClass: RequestSchema<unknown>): readonly FieldSchema[] {
  const fields = fieldsOf(requestClass);
  const defaults = new Map<string, unknown>(Object.entries(Object.assign({}, new requestClass())));
  const described = fields.map(
    ({ name, items, itemClass, sentences, isUnchecked, absentWith, isChecked, ...field }) => {
      const isSkipped = (value: unknown, body: object = {}) => !isChecked({ ...body, [name]: value }, value);
      const ofItems = itemClass === undefined ? items : bodySchema(itemClass);
      const schema = {
        ...field.schema,
        ...(ofItems !== undefined && { items: ofItems }),
        ...(defaults.get(name) !== undefined && { default: defaults.get(name) }),
      };
      const isOptional = 'default' in schema || isSkipped(undefined) || isUnchecked;
      const sentencesOf = [descriptionOf(requestClass, name), ...sentences, limitsOf(schema)];
      const description = sentencesOf.filter((sentence) => sentence !== undefined).join(' ');
      const excluding = (other: string) => absentWith.flatMap(([each, value]) => (each === other ? [value] : []));
      return {
        name,
        schema: {
          ...orEmptyValues(
            schema,
            emptyValues.filter((value) => isSkipped(value)),
          ),
          ...(description !== '' && { description }),
        },
        isRequired: !isOptional,
        alternatives: isOptional
          ? []
          : fields.flatMap(({ name: other }) =>
              ['', true, ...excluding(other)].some((value) => isSkipped(undefined, { [other]: value })) ? other : [],
            ),
      };
    },
  );
  const further = fields.flatMap(({ parameters }) => Object.entries(parameters));
  return [...described, ...further.map(([name, schema]) => ({ name, schema, isRequired: false, alternatives: [] }))];
}

function orEmptyValues(schema: JsonSchema, values: readonly unknown[]): JsonSchema {
  if (values.length === 0) return schema;
  if (values.length === 1) return nullable(schema);
  return { anyOf: [schema, { type: ['string', 'integer', 'null'], enum: values }] };
}

/** Returns the schema of a request body. Undeclared properties are ignored, so the schema allows them. */
export function bodySchema(requestClass: RequestSchema<unknown>): JsonSchema {
  const fields = fieldSchemasOf(requestClass);
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  const always = fields.flatMap(({ name, isRequired, alternatives }) =>
    isRequired && alternatives.length === 0 ? [name] : [],
  );
  const objectRequiring = (...names: readonly string[]): JsonSchema => ({
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties,
  });
  const [either] = fields.filter(({ alternatives }) => alternatives.length > 0);
  if (either === undefined) return objectRequiring(...always);
  return { anyOf: [either.name, ...either.alternatives].map((name) => objectRequiring(name, ...always)) };
}

import { getMetadataStorage } from 'class-validator';
import { descriptionOf } from '../validation/descriptions.ts';
import { fieldsOf, isItem, type RequestSchema } from '../validation/validate.ts';
import { nullable } from '../validation/schema.ts';
import { type JsonSchema } from '../validation/json-schema.ts';
import { keywordsOf, sentenceOf, type Rule } from './keywords.ts';
import { limitsOf } from './limits.ts';

/** The description of a field of a request class in the API document. */
export interface FieldSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** The fields that may be sent instead of this field. */
  readonly alternatives: readonly string[];
}

const isCondition = ({ type }: Rule): boolean => type === 'conditionalValidation';

function itemClassOf({ constraints }: Rule): RequestSchema<unknown> {
  const [itemClass]: RequestSchema<unknown>[] = constraints;
  if (itemClass === undefined) throw new Error('The rule for items has no class.');
  return itemClass;
}

/** Returns the schema of the items of a list of objects, or the keywords for any other rule. */
const keywordsOrItems = (rule: Rule): JsonSchema =>
  rule.name === isItem ? bodySchema(itemClassOf(rule)) : keywordsOf(rule);

function mergedKeywords(rules: readonly Rule[]): JsonSchema {
  const { minimum, maximum, ...schema }: JsonSchema = Object.assign({}, ...rules.map(keywordsOrItems));
  // The limits are redundant if there is an `enum`.
  return 'enum' in schema || minimum === undefined ? schema : { ...schema, minimum, maximum };
}

type Condition = (body: object, value: unknown) => boolean;

function conditionsOf({ constraints }: Rule): readonly Condition[] {
  const conditions: readonly Condition[] = constraints;
  return conditions;
}

/** Returns the values of the field `name` with which another field must be missing. */
const excludingValues = (rules: readonly Rule[], name: string): readonly unknown[] =>
  rules
    .filter((rule) => rule.name === 'absentWith')
    .flatMap(({ constraints }): readonly unknown[] => {
      const [field, value]: readonly unknown[] = constraints;
      return field === name ? [value] : [];
    });

/** Values that some clients send for a field that is not set. */
const emptyValues = [null, '', 0, '0'];

/** Returns the descriptions of the fields of a request class, in the order of `fieldsOf`. */
export function fieldSchemasOf(requestClass: RequestSchema<unknown>): readonly FieldSchema[] {
  const names = fieldsOf(requestClass).map(({ name }) => name);
  const defaults = new Map<string, unknown>(Object.entries(Object.assign({}, new requestClass())));
  const all = getMetadataStorage().getTargetValidationMetadatas(requestClass, '', false, false);
  return names.map((name) => {
    const rules = all.filter(({ propertyName }) => propertyName === name);
    const conditions = rules.filter(isCondition).flatMap(conditionsOf);
    const isSkipped = (value: unknown, body: object = {}) =>
      conditions.some((applies) => !applies({ ...body, [name]: value }, value));
    const checks = rules.filter((rule) => !isCondition(rule));
    const items = checks.filter(({ each }) => each);
    const schema = {
      ...mergedKeywords(checks.filter(({ each }) => !each)),
      ...(items.length > 0 && { items: mergedKeywords(items) }),
      ...(defaults.get(name) !== undefined && { default: defaults.get(name) }),
    };
    const isOptional =
      'default' in schema || isSkipped(undefined) || checks.every(({ name: rule }) => rule === 'documentedAs');
    const sentences = [descriptionOf(requestClass, name), ...checks.map(sentenceOf), limitsOf(schema)];
    const description = sentences.filter((sentence) => sentence !== undefined).join(' ');
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
        : names.filter((other) =>
            ['', true, ...excludingValues(checks, other)].some((value) => isSkipped(undefined, { [other]: value })),
          ),
    };
  });
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

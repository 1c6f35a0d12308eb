import { getMetadataStorage } from 'class-validator';
import { fieldsOf, type RequestSchema } from '../validation/validate.ts';
import { nullable, type JsonSchema } from '../validation/schema.ts';
import { gender } from '../routes/schemas/users.ts';

/** One field of a request, as its decorators say it. */
export interface FieldSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** Fields that may be sent instead of this one. */
  readonly alternatives: readonly string[];
}

/** JSON Schema of each rule of `fields.ts`, by its name. The document fails for a rule that is missing here. */
const keywords: Readonly<Record<string, (constraints: readonly unknown[]) => JsonSchema>> = {
  isString: () => ({ type: 'string' }),
  hasLength: ([minLength, maxLength]) => ({ ...(minLength !== 0 && { minLength }), maxLength }),
  isStorable: () => ({}),
  matches: ([pattern]) => (pattern instanceof RegExp ? patternOf(pattern) : {}),
  isEmail: () => ({ format: 'email' }),
  isUuid: () => ({ type: 'string', format: 'uuid' }),
  isInt: () => ({ type: 'integer' }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  isBoolean: () => ({ type: 'boolean' }),
  isIn: ([values]) => ({ enum: values }),
  isArray: () => ({ type: 'array' }),
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  isGender: () => gender,
  isJson: () => ({ type: ['object', 'array'] }),
  isMoment: () => ({ type: 'string', description: 'In ISO 8601, such as `2026-11-21` or `2026-11-21T09:00:00Z`.' }),
  isExpected: ([expected]) => (typeof expected === 'object' ? { ...expected } : {}),
};

/** JSON Schema has no flags; a pattern that needs one is left to its sentence. */
const patternOf = ({ source, flags }: RegExp): JsonSchema => (flags.includes('i') ? {} : { pattern: source });

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

const isCondition = ({ type }: Rule): boolean => type === 'conditionalValidation';

function keywordsOf({ name = '', constraints, message }: Rule): JsonSchema {
  const keyword = keywords[name];
  if (keyword === undefined) throw new Error(`The document cannot say what the rule '${name}' asks.`);
  const sentence = typeof message === 'string' ? { description: `${message.replace('$property must', 'Must')}.` } : {};
  return { ...keyword(constraints ?? []), ...sentence };
}

function merged(rules: readonly Rule[]): JsonSchema {
  const { minimum, maximum, ...schema }: JsonSchema = Object.assign({}, ...rules.map(keywordsOf));
  // Where the values are listed, their limits say nothing.
  return 'enum' in schema || minimum === undefined ? schema : { ...schema, minimum, maximum };
}

type Condition = (body: object, value: unknown) => boolean;

function conditionsOf({ constraints }: Rule): readonly Condition[] {
  const conditions: readonly Condition[] = constraints;
  return conditions;
}

/** Values that some clients send for 'none'. */
const nones = [null, '', 0, '0'];

/** The fields of a shape, in the order written. */
export function fieldSchemasOf(shape: RequestSchema<unknown>): readonly FieldSchema[] {
  const names = fieldsOf(shape).map(({ name }) => name);
  const defaults = new Map<string, unknown>(Object.entries(Object.assign({}, new shape())));
  const all = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  return names.map((name) => {
    const rules = all.filter(({ propertyName }) => propertyName === name);
    const conditions = rules.filter(isCondition).flatMap(conditionsOf);
    const isLetGo = (value: unknown, body: object = {}) =>
      conditions.some((applies) => !applies({ ...body, [name]: value }, value));
    const checks = rules.filter((rule) => !isCondition(rule));
    const items = checks.filter(({ each }) => each);
    const schema = {
      ...merged(checks.filter(({ each }) => !each)),
      ...(items.length > 0 && { items: merged(items) }),
      ...(defaults.get(name) !== undefined && { default: defaults.get(name) }),
    };
    const isOptional = 'default' in schema || isLetGo(undefined) || checks.every((rule) => rule.name === 'isExpected');
    return {
      name,
      schema: orNone(
        schema,
        nones.filter((none) => isLetGo(none)),
      ),
      isRequired: !isOptional,
      alternatives: isOptional ? [] : names.filter((other) => isLetGo(undefined, { [other]: '' })),
    };
  });
}

function orNone(schema: JsonSchema, absent: readonly unknown[]): JsonSchema {
  if (absent.length === 0) return schema;
  return absent.length === 1 ? nullable(schema) : { anyOf: [schema, { enum: absent }] };
}

/** What a body must look like. Other properties are ignored, and so allowed. */
export function bodySchema(shape: RequestSchema<unknown>): JsonSchema {
  const fields = fieldSchemasOf(shape);
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  const always = fields.flatMap(({ name, isRequired, alternatives }) =>
    isRequired && alternatives.length === 0 ? [name] : [],
  );
  const requiring = (...names: readonly string[]): JsonSchema => ({
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties,
  });
  const [either] = fields.filter(({ alternatives }) => alternatives.length > 0);
  if (either === undefined) return requiring(...always);
  return { anyOf: [either.name, ...either.alternatives].map((name) => requiring(name, ...always)) };
}

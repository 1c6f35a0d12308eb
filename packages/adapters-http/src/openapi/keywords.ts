import { multiLineForm, oneLineForm } from '@portcullis/domain/internal/text';
import { attributeLimits } from '@portcullis/domain/internal/user-attribute';
import type { getMetadataStorage } from 'class-validator';
import { maxInteger } from '../validation/fields.ts';
import { json } from '../validation/schema.ts';
import { type JsonSchema } from '../validation/json-schema.ts';
import { attributeChange } from '../routes/schemas/user-attributes.ts';
import { gender } from '../routes/schemas/users.ts';

/** A validation rule that class-validator has registered for a property. */
export type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/**
 * Functions that convert the constraints of a rule to JSON Schema keywords, by the name of the rule. Every rule in
 * `fields.ts` must have an entry; otherwise, creating the document throws an error.
 */
const keywords: Readonly<Record<string, (constraints: readonly unknown[]) => JsonSchema>> = {
  isString: () => ({ type: 'string' }),
  hasLength: ([minLength, maxLength]) => ({ ...(minLength !== 0 && { minLength }), maxLength }),
  isStorable: () => ({}),
  isOneLine: () => patternOf(oneLineForm),
  isMultiLine: () => patternOf(multiLineForm),
  isText: () => ({}),
  matches: ([pattern]) => (pattern instanceof RegExp ? patternOf(pattern) : {}),
  isEmail: () => ({ format: 'email' }),
  isUuid: () => ({ type: 'string', format: 'uuid' }),
  isInt: () => ({ type: 'integer' }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  isBoolean: () => ({ type: 'boolean' }),
  isIn: ([values]) => ({ type: typeOf(values), enum: values }),
  isArray: () => ({ type: 'array' }),
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  isGender: () => gender,
  isJson: () => json,
  isVersions: () => ({
    type: 'object',
    propertyNames: { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    additionalProperties: { type: 'integer', minimum: 1, maximum: maxInteger },
  }),
  isAttributes: () => attributeChange,
  // With the default style of query parameters, each property of the object is a parameter.
  dotted: () => ({
    type: 'object',
    propertyNames: { pattern: `\\.${attributeLimits.name.pattern.source.slice(1)}` },
    additionalProperties: { type: 'string', maxLength: attributeLimits.text.max },
  }),
  isTimestamp: () => ({ type: 'string' }),
  isInstant: () => ({ type: 'string', format: 'date-time' }),
  absentWith: () => ({}),
  laterThan: () => ({}),
  // Two equal items have the same text in each field.
  uniqueBy: () => ({ uniqueItems: true }),
  hasForm: ([expected]) => (typeof expected === 'object' ? { ...expected } : {}),
  documentedAs: ([expected]) => (typeof expected === 'object' ? { ...expected } : {}),
};

/**
 * Returns the keyword for a pattern. JSON Schema patterns have no flags, so a pattern with the flag `i` has no keyword
 * and is only described in a sentence.
 */
const patternOf = ({ source, flags }: RegExp): JsonSchema => (flags.includes('i') ? {} : { pattern: source });

const typeOf = (values: unknown): string =>
  Array.isArray(values) && values.every((value) => typeof value === 'number') ? 'integer' : 'string';

/** Returns the JSON Schema keywords for a rule. @throws {Error} for an unknown rule */
export function keywordsOf({ name = '', constraints }: Rule): JsonSchema {
  const keyword = keywords[name];
  if (keyword === undefined) throw new Error(`The API document has no keyword for the validation rule '${name}'.`);
  return keyword(constraints ?? []);
}

const sentences: Readonly<Record<string, string>> = {
  isTimestamp: 'In ISO 8601, such as `2026-11-21` or `2026-11-21T09:00:00Z`; without a time zone it is in UTC.',
  isInstant: 'In ISO 8601 with an offset, such as `2026-11-21T09:00:00Z` or `2026-11-21T17:00:00+08:00`.',
};

/** Returns a sentence for a timestamp or for a rule with its own error message, or undefined for any other rule. */
export const sentenceOf = ({ name = '', message }: Rule): string | undefined =>
  typeof message === 'string'
    ? `${message.replace(/^(each value in )?\$property must/, (_all, each) => (each ? 'Each value must' : 'Must'))}.`
    : sentences[name];

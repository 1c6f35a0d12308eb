import {
  isMultiLine,
  isOneLine,
  isStorable,
  multiLineForm,
  oneLineForm,
  trimmedNfc,
  type TextRule,
} from '@portcullis/domain/internal/names/text';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  isISO8601,
  IsString,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import type { JsonSchema } from './json-schema.ts';

/** Checks a value with a function. The error says what the value must do, such as 'be an object'. */
export const check = (
  name: string,
  isAccepted: (value: unknown) => boolean,
  requirement: string,
  options?: ValidationOptions,
): PropertyDecorator =>
  ValidateBy(
    { name, validator: { validate: isAccepted, defaultMessage: (args) => `${args?.property} must ${requirement}` } },
    options,
  );

/** The characters of a text: how they are checked, how the API document shows them, and how they are normalised. */
export interface Characters {
  readonly areAccepted: (value: unknown) => boolean;
  readonly requirement: string;
  readonly schema: JsonSchema;
  readonly normalise: (text: string) => string;
}

/**
 * Returns the keyword for a pattern. JSON Schema patterns have no flags, so a pattern with the flag `i` has no keyword
 * and is only described in a sentence.
 */
export const patternOf = ({ source, flags }: RegExp): JsonSchema => (flags.includes('i') ? {} : { pattern: source });

const nfc = (text: string): string => text.normalize('NFC');
export const storable = 'not contain NUL or broken characters';
export const oneLine: Characters = {
  areAccepted: isOneLine,
  requirement: 'not contain control characters, line breaks or direction marks',
  schema: patternOf(oneLineForm),
  normalise: trimmedNfc,
};
export const multiLine: Characters = {
  areAccepted: isMultiLine,
  requirement: 'not contain control characters or direction marks, except line breaks',
  schema: patternOf(multiLineForm),
  normalise: nfc,
};
export const anyCharacters: Characters = { areAccepted: isStorable, requirement: storable, schema: {}, normalise: nfc };

/**
 * Checks the length in code points. A code point has at most two UTF-16 units. A text with more than `2 * max` units is
 * therefore always too long, and its code points are not counted.
 */
const hasLength = (value: string, { min, max }: TextRule): boolean => {
  if (value.length > 2 * max) return false;
  const { length } = [...value];
  return length >= min && length <= max;
};

/** Checks the length and the characters of a text, or of each text in a list. The pattern of the rule is not checked. */
export const textChecks = (
  rule: TextRule,
  characters: Characters,
  options?: ValidationOptions,
): readonly PropertyDecorator[] => [
  IsString(options),
  check(
    'hasLength',
    (value) => typeof value === 'string' && hasLength(value, rule),
    `have ${rule.min} to ${rule.max} characters`,
    options,
  ),
  check('hasCharacters', characters.areAccepted, characters.requirement, options),
];

export const textSchema = ({ min, max }: TextRule, characters: Characters): JsonSchema => ({
  type: 'string',
  ...(min !== 0 && { minLength: min }),
  maxLength: max,
  ...characters.schema,
});

/** The NFC of a longer text is too long as well, so the time is saved. Characters have at most four code units in NFD. */
export const normaliseUpTo =
  ({ max }: TextRule, { normalise }: Characters) =>
  (text: string): string =>
    text.length > 4 * max ? text : normalise(text);

export const listSchema = (minItems: number, maxItems: number | undefined): JsonSchema => ({
  type: 'array',
  ...(minItems > 0 && { minItems }),
  ...(maxItems !== undefined && { maxItems }),
});

export const listChecks = (minItems: number, maxItems: number | undefined): readonly PropertyDecorator[] => [
  IsArray(),
  ...(minItems > 0 ? [ArrayMinSize(minItems)] : []),
  ...(maxItems === undefined ? [] : [ArrayMaxSize(maxItems)]),
];

/** Checks a field by another field of the same request. */
export const checkWith = (
  name: string,
  other: string,
  isAccepted: (value: unknown, otherValue: unknown) => boolean,
  requirement: string,
): PropertyDecorator =>
  ValidateBy(
    {
      name,
      validator: {
        validate: (value, args) => args === undefined || isAccepted(value, Reflect.get(args.object, other)),
      },
    },
    { message: `$property must ${requirement}` },
  );

/**
 * Returns all keys and texts in a value, at any depth. The recursion needs no limit, because bodies that are nested too
 * deeply have already been rejected.
 */
export function keysAndTextsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysAndTextsIn(inner)]);
}

export const isTimestamp = (value: unknown): value is string =>
  typeof value === 'string' && isISO8601(value, { strict: true }) && !Number.isNaN(Date.parse(value));

/** Parses a timestamp. Without a time zone, the timestamp is in UTC, regardless of the time zone of the server. */
export const dateOf = (value: string): Date => new Date(/[T\s][\d:.]+$/.test(value) ? `${value}Z` : value);

/** Parses the ends of a period that are not missing. */
export const periodOf = (from: string | undefined, to: string | undefined) => ({
  ...(from !== undefined && { from: dateOf(from) }),
  ...(to !== undefined && { to: dateOf(to) }),
});

/** Parses a timestamp that may be missing. */
export const dateOrNull = (value: string | null | undefined): Date | null =>
  typeof value === 'string' ? dateOf(value) : null;

/**
 * The schema of a JSON object or array. The service also accepts arrays within an array, but this schema leaves them out: to name the
 * types of their items at every depth, it would have to be recursive, and the compiler refuses the type that generators
 * make of such a schema.
 */
export const jsonSchema: JsonSchema = {
  anyOf: [{ type: 'object' }, { type: 'array', items: { type: ['object', 'string', 'number', 'boolean', 'null'] } }],
};

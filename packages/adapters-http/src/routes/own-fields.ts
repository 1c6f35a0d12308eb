import { instantIn, isDay } from '@portcullis/domain/internal/conditions/condition-operators';
import { isOneLine, isStorable, type TextRule } from '@portcullis/domain/internal/names/text';
import { byType, fieldLimits, type OwnField } from '@portcullis/domain/internal/own-fields';
import { maxDepth } from '../body/json-body.ts';
import { keysAndTextsIn, jsonSchema } from '../validation/checks.ts';
import {
  all,
  Choices,
  EachMatches,
  Email,
  Ids,
  Integers,
  maxInteger,
  OfForm,
  Text,
  TextList,
} from '../validation/fields.ts';
import { acceptedBy, type JsonSchema } from '../validation/json-schema.ts';
import * as schema from '../validation/schema.ts';

/** Texts with a greater maximum length can have several lines. */
const longestLine = 255;

/** Whether a request body can contain a value: JSON has only finite numbers, and a key `__proto__` is refused. */
const isInBodies = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return !Object.hasOwn(value, '__proto__') && Object.values(value).every(isInBodies);
};

/** An import accepts as many levels as a request body can have below the object with the fields. */
const jsonLevels = maxDepth - 1;

/** Whether the objects and lists in a value have at most a number of levels. */
const isNestedAtMost = (levels: number, value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isNestedAtMost(levels - 1, each));
};

const isStoredJson = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  isNestedAtMost(jsonLevels, value) &&
  isInBodies(value) &&
  keysAndTextsIn(value).every(isStorable) &&
  Buffer.byteLength(JSON.stringify(value)) <= fieldLimits.jsonBytes;

const isHttpUrl = (value: unknown): boolean =>
  isOneLine(value) && value.length <= fieldLimits.url && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);

function jsonOfForm(form: JsonSchema, isAccepted: (value: unknown) => boolean, requirement: string): JsonSchema {
  return { ...form, [acceptedBy]: OfForm(form, isAccepted, requirement) };
}

function decimalSchema({ precision, scale, min, max }: OwnField<'decimal'>): JsonSchema {
  const whole = precision - scale;
  const integer = whole === 0 ? '0' : `(?:0|[1-9]\\d{0,${whole - 1}})`;
  const pattern = `^-?${integer}${scale === 0 ? '' : `(?:\\.\\d{1,${scale}})?`}$`;
  const scaled = (text: string): bigint => {
    const [digits = '', fraction = ''] = text.split('.');
    return BigInt(`${digits}${fraction.padEnd(scale, '0')}`);
  };
  const [least, most] = [min, max].map((limit) => (limit === undefined ? undefined : scaled(limit)));
  const isInRange = (text: string): boolean =>
    (least === undefined || scaled(text) >= least) && (most === undefined || scaled(text) <= most);
  const isAccepted = (value: unknown): boolean =>
    typeof value === 'string' && new RegExp(pattern).test(value) && isInRange(value);
  const range = [min === undefined ? '' : ` from ${min}`, max === undefined ? '' : ` to ${max}`].join('');
  const digits = `with at most ${whole} digits before the point and ${scale} after it`;
  return jsonOfForm({ type: 'string', pattern }, isAccepted, `be a text with a number ${digits}${range}`);
}

/** Returns the rule of a text. */
const ruleOf = ({ min = 0, max, pattern, hint = 'the allowed characters' }: OwnField<'text'>): TextRule => ({
  min,
  max,
  ...(pattern !== undefined && { pattern, hint }),
});

/** Returns the decorator of a list with these items. */
function itemsOf(of: OwnField<'list'>['of'], maxItems: number): PropertyDecorator {
  if (of.type === 'integer') return Integers(of.min ?? 0, of.max ?? maxInteger, maxItems);
  if (of.type === 'choice') return Choices(of.values, maxItems);
  const { pattern, hint = 'the allowed characters' } = of;
  const texts = TextList(ruleOf(of), maxItems);
  return pattern === undefined ? texts : all(texts, EachMatches(pattern, `consist of ${hint}`));
}

/** Returns the schema of a value of a field that is not null. */
export const valueSchema: (field: OwnField) => JsonSchema = byType<JsonSchema>({
  text: (field) => (field.max > longestLine ? schema.multiLineTextOf : schema.textOf)(ruleOf(field)),
  markdown: ({ max = fieldLimits.markdown }) => ({
    type: 'string',
    maxLength: max,
    [acceptedBy]: Text({ min: 0, max }),
  }),
  integer: ({ min = 0, max = maxInteger }) => schema.integerFrom(min, max),
  decimal: decimalSchema,
  flag: () => schema.flag,
  choice: ({ values }) => schema.oneOf(values),
  date: () => jsonOfForm({ type: 'string', format: 'date' }, isDay, 'be a day such as 2026-11-29'),
  time: () =>
    jsonOfForm(
      { type: 'string', format: 'date-time' },
      (value) => typeof value === 'string' && instantIn(value) !== undefined,
      'be a timestamp with an offset, such as 2026-11-21T09:00:00Z',
    ),
  json: () =>
    jsonOfForm(
      jsonSchema,
      isStoredJson,
      `be a JSON object or array of at most ${fieldLimits.jsonBytes / 1024} KB and ${jsonLevels} levels, without a key __proto__`,
    ),
  list: ({ of, maxItems = fieldLimits.items }) => ({
    type: 'array',
    items: valueSchema(of),
    maxItems,
    [acceptedBy]: itemsOf(of, maxItems),
  }),
  email: () => ({ type: 'string', format: 'email', maxLength: fieldLimits.email, [acceptedBy]: Email() }),
  // The format `uri` would exclude letters of other scripts, which addresses that people copy have.
  url: () =>
    jsonOfForm(
      { type: 'string', maxLength: fieldLimits.url },
      isHttpUrl,
      `be a URL with http or https of at most ${fieldLimits.url} characters`,
    ),
  reference: () => schema.uuid(),
  references: ({ maxItems = fieldLimits.items }) => ({
    ...schema.listOf(schema.uuid()),
    maxItems,
    [acceptedBy]: Ids(0, maxItems),
  }),
  file: () => schema.uuid(),
});

/** Returns the schema of a value by which lists are filtered: of a list, that of an element. */
export function filterSchema(field: OwnField): JsonSchema {
  if (field.type === 'references') return schema.uuid();
  return valueSchema(field.type === 'list' ? field.of : field);
}

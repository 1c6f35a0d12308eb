import { emailError } from '@portcullis/domain/internal/names/email';
import { maxLinks } from '@portcullis/domain/internal/shared/replace-links';
import { isStorable, type TextRule } from '@portcullis/domain/internal/names/text';
import { userLimits } from '@portcullis/domain/internal/accounts/user';
import { IsBoolean, IsIn, IsInt, IsString, isEmail, IsUUID, Matches, Max, Min, ValidateIf } from 'class-validator';
import {
  anyCharacters,
  check,
  checkWith,
  isTimestamp,
  jsonSchema,
  keysAndTextsIn,
  listChecks,
  listSchema,
  multiLine,
  normaliseUpTo,
  oneLine,
  patternOf,
  storable,
  textChecks,
  textSchema,
  type Characters,
} from './checks.ts';
import { declares, type FieldDeclaration } from './field-declarations.ts';
import type { JsonSchema } from './json-schema.ts';

/** The largest integer of the database's type `integer`. */
export const maxInteger = 2 ** 31 - 1;

/**
 * Decorators for the fields of request classes. PostgreSQL can store every text and integer that these decorators
 * accept, except `OfForm` and `AbsentWith`, which do not check the text or integer.
 */

/** Returns a decorator that applies the decorators in this order. */
export const all =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };

/**
 * The field may be missing, but not null.
 * @example
 * // Each of them is a decorator for a property of a request class.
 * const colour = { min: 7, max: 7, pattern: /^#[0-9a-f]{6}$/, requirement: 'be # and six hexadecimal digits' };
 * const rules: Readonly<Record<string, PropertyDecorator>> = {
 *   name: field.OneLine({ min: 1, max: 100 }),
 *   description: field.all(field.Nullable(), field.MultiLine({ min: 0, max: 1000 })),
 *   body: field.LongText(),
 *   code: field.Text({ min: 1, max: 100 }),
 *   rank: field.all(field.Optional(), field.Integer(0, 100)),
 *   budget: field.Integer(0, field.maxInteger),
 *   isShown: field.Flag(),
 *   status: field.OneOf(['planned', 'active', 'done']),
 *   ownerId: field.Uuid(),
 *   memberIds: field.Ids(),
 *   contact: field.Email(),
 *   keywords: field.Texts({ min: 1, max: 30 }, 10),
 *   notes: field.TextList({ min: 1, max: 30 }),
 *   colours: field.PatternedTexts(colour, 5),
 *   hues: field.all(field.TextList({ min: 1, max: 9 }), field.EachMatches(/^[a-z]+$/, 'consist of letters')),
 *   scores: field.Integers(0, 10, 5),
 *   states: field.Choices(['planned', 'active', 'done'], 3),
 *   begin: field.Timestamp(),
 *   end: field.all(field.Instant(), field.LaterThan('begin')),
 *   settings: field.IsJson(),
 *   shownTo: field.all(field.Optional(), field.AbsentWith('isShown', false)),
 *   reason: field.all(field.When((request) => Reflect.get(request, 'status') === 'done'), field.LongText()),
 *   agreed: field.OfForm({ type: 'string' }, (value) => value === 'yes', 'be yes'),
 * };
 */
export const Optional = (): PropertyDecorator => When((_request, value) => value !== undefined);

/** The field may be missing or null. */
export const Nullable = (): PropertyDecorator => When((_request, value) => value !== undefined && value !== null);

/** The field is checked if the condition is true. Otherwise, it may have any value. */
export const When = (condition: NonNullable<FieldDeclaration['condition']>): PropertyDecorator =>
  declares({ condition }, ValidateIf(condition));

const textWith =
  (characters: Characters) =>
  (rule: TextRule): PropertyDecorator => {
    const { pattern, hint, requirement = `consist of ${hint}` } = rule;
    return declares(
      {
        schema: { ...textSchema(rule, characters), ...(pattern !== undefined && patternOf(pattern)) },
        ...(pattern !== undefined && { sentence: `Must ${requirement}.` }),
        normalise: normaliseUpTo(rule, characters),
      },
      ...textChecks(rule, characters),
      ...(pattern === undefined ? [] : [Matches(pattern, { message: `$property must ${requirement}` })]),
    );
  };

/** Accepts a name, a title or another text of one line that satisfies the rule. White space at its ends is removed. */
export const OneLine = textWith(oneLine);

/** Accepts a description of one or several lines that satisfies the rule. */
export const MultiLine = textWith(multiLine);

/** Accepts a text that satisfies the rule and is not stored as a name, for example because it is compared with names. */
export const Text = textWith(anyCharacters);

/** Whether a text has the form of an address. Use cases check addresses with `checkEmail`, which says what is wrong. */
const hasEmailForm = (value: unknown): boolean =>
  typeof value === 'string' && (isEmail(value, { require_tld: false }) || emailError(value) === undefined);

/** Accepts an e-mail address. The host may be a local name without a dot. */
export const Email = (): PropertyDecorator =>
  all(Text(userLimits.email), OfForm({ format: 'email' }, hasEmailForm, 'be an email'));

/** Accepts a text whose length is limited only by the size of the body. */
export const LongText = (): PropertyDecorator =>
  declares({ schema: { type: 'string' } }, IsString(), check('hasCharacters', isStorable, storable));

/** Accepts an integer in this range. By default, it must fit into a column of the type `integer`. */
export const Integer = (minimum = -maxInteger - 1, maximum = maxInteger): PropertyDecorator =>
  declares({ schema: { type: 'integer', minimum, maximum } }, IsInt(), Min(minimum), Max(maximum));

/** Accepts true and false. */
export const Flag = (): PropertyDecorator => declares({ schema: { type: 'boolean' } }, IsBoolean());

/** Accepts exactly these values. */
export const OneOf = (values: readonly unknown[]): PropertyDecorator => {
  const type = values.every((value) => typeof value === 'number') ? 'integer' : 'string';
  return declares({ schema: { type, enum: values } }, IsIn([...values]));
};

const id: FieldDeclaration = { schema: { type: 'string', format: 'uuid' }, normalise: (text) => text.toLowerCase() };

/** Accepts an id. */
export const Uuid = (): PropertyDecorator => declares(id, IsUUID('loose'));

/** Accepts a list of ids. Repeating an id has no effect. */
export const Ids = (minItems = 0, maxItems = maxLinks): PropertyDecorator =>
  declares(
    { schema: listSchema(minItems, maxItems), items: { ...id.schema }, normalise: (text) => text.toLowerCase() },
    ...listChecks(minItems, maxItems),
    IsUUID('loose', { each: true }),
  );

const textsOf = (rule: TextRule, minItems: number, maxItems?: number): PropertyDecorator =>
  declares(
    {
      schema: listSchema(minItems, maxItems),
      items: textSchema(rule, oneLine),
      normalise: normaliseUpTo(rule, oneLine),
    },
    ...listChecks(minItems, maxItems),
    ...textChecks(rule, oneLine, { each: true }),
  );

/**
 * Accepts a list of 1 to `maxItems` texts of one line with the length that the rule requires. The pattern of the rule is not
 * checked.
 */
export const Texts = (rule: TextRule, maxItems: number): PropertyDecorator => textsOf(rule, 1, maxItems);

/** Accepts a list of 1 to `maxItems` texts that satisfy the rule, including its pattern. */
export const PatternedTexts = (
  rule: TextRule & Required<Pick<TextRule, 'pattern' | 'requirement'>>,
  maxItems: number,
): PropertyDecorator => all(Texts(rule, maxItems), EachMatches(rule.pattern, rule.requirement));

/** Requires that each text of a list has a form. */
export const EachMatches = (pattern: RegExp, requirement: string): PropertyDecorator =>
  declares(
    { items: patternOf(pattern), sentence: `Each value must ${requirement}.` },
    Matches(pattern, { each: true, message: `each value in $property must ${requirement}` }),
  );

/**
 * Accepts a list of texts of one line with the length that the rule requires. The list may be empty. The pattern of the rule is not
 * checked.
 * @param maxItems by default, only the size of the body limits the number of texts
 */
export const TextList = (rule: TextRule, maxItems?: number): PropertyDecorator => textsOf(rule, 0, maxItems);

/** Accepts a list of integers in this range, which may be empty. */
export const Integers = (minimum: number, maximum: number, maxItems: number): PropertyDecorator =>
  declares(
    { schema: listSchema(0, maxItems), items: { type: 'integer', minimum, maximum } },
    ...listChecks(0, maxItems),
    IsInt({ each: true }),
    Min(minimum, { each: true }),
    Max(maximum, { each: true }),
  );

/** Accepts a list of these values, which may be empty. */
export const Choices = (values: readonly string[], maxItems: number): PropertyDecorator =>
  declares(
    { schema: listSchema(0, maxItems), items: { type: 'string', enum: values } },
    ...listChecks(0, maxItems),
    IsIn([...values], { each: true }),
  );

/**
 * Accepts the values for which `isAccepted` returns true.
 * @param schema describes these values in the API document
 * @param requirement what a value must do, such as 'be an object'
 */
export const OfForm = (
  schema: JsonSchema,
  isAccepted: (value: unknown) => boolean,
  requirement: string,
): PropertyDecorator => declares({ schema: { ...schema } }, check('hasForm', isAccepted, requirement));

/** Rejects any value if another field of the same request has the given value. */
export const AbsentWith = (field: string, other: unknown = true): PropertyDecorator => {
  const requirement = `be missing if ${field} is ${String(other)}`;
  return declares(
    { absentWith: [field, other], sentence: `Must ${requirement}.` },
    checkWith('absentWith', field, (_value, found) => found !== other, requirement),
  );
};

/** Rejects a timestamp that is not later than the one in the field `name` of the same request. */
export const LaterThan = (name: string): PropertyDecorator =>
  declares(
    { sentence: `Must be later than ${name}.` },
    checkWith(
      'laterThan',
      name,
      (later, earlier) => typeof earlier !== 'string' || !(Date.parse(String(later)) <= Date.parse(earlier)),
      `be later than ${name}`,
    ),
  );

/** Accepts a JSON object or array that PostgreSQL can store. */
export const IsJson = (): PropertyDecorator =>
  OfForm(
    jsonSchema,
    (value) => typeof value === 'object' && value !== null && keysAndTextsIn(value).every(isStorable),
    'be a JSON object or array',
  );

const instantForm = /T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Accepts a timestamp in ISO 8601 with a time and an offset from UTC. Without an offset, the timestamp would depend on
 * the time zone of the server.
 */
export const Instant = (): PropertyDecorator =>
  declares(
    {
      schema: { type: 'string', format: 'date-time' },
      sentence: 'In ISO 8601 with an offset, such as `2026-11-21T09:00:00Z` or `2026-11-21T17:00:00+08:00`.',
    },
    check(
      'isInstant',
      (value) => isTimestamp(value) && instantForm.test(value),
      'be a timestamp with an offset, such as 2026-11-21T09:00:00Z',
    ),
  );

/**
 * Accepts a timestamp in the ISO 8601 formats that `Date.parse` accepts, such as `2026-11-21` or
 * `2026-11-21T09:00:00Z`.
 */
export const Timestamp = (): PropertyDecorator =>
  declares(
    {
      schema: { type: 'string' },
      sentence: 'In ISO 8601, such as `2026-11-21` or `2026-11-21T09:00:00Z`; without a time zone it is in UTC.',
    },
    check('isTimestamp', isTimestamp, 'be a timestamp such as 2026-11-21T09:00:00Z'),
  );

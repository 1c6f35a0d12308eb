import { emailError } from '@portcullis/domain/internal/email';
import { maxLinks } from '@portcullis/domain/internal/replace-links';
import { isMultiLine, isOneLine, isStorable, type TextRule } from '@portcullis/domain/internal/text';
import { userLimits } from '@portcullis/domain/internal/user';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  isEmail,
  isISO8601,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';

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
 *   begin: field.Timestamp(),
 *   end: field.all(field.Instant(), field.LaterThan('begin')),
 *   settings: field.IsJson(),
 *   shownTo: field.all(field.Optional(), field.AbsentWith('isShown', false)),
 *   agreed: field.OfForm({ type: 'string' }, (value) => value === 'yes', 'be yes'),
 * };
 */
export const Optional = (): PropertyDecorator => ValidateIf((_request, value) => value !== undefined);

/** The field may be missing or null. */
export const Nullable = (): PropertyDecorator => IsOptional();

const characterRule =
  (name: string, isAccepted: (value: unknown) => boolean, requirement: string) =>
  (options?: ValidationOptions): PropertyDecorator =>
    ValidateBy(
      {
        name,
        validator: {
          validate: isAccepted,
          defaultMessage: (args) => `${args?.property} must not contain ${requirement}`,
        },
      },
      options,
    );

const broken = 'NUL or broken characters';
const IsOneLine = characterRule('isOneLine', isOneLine, 'control characters, line breaks or direction marks');
const IsMultiLine = characterRule(
  'isMultiLine',
  isMultiLine,
  'control characters or direction marks, except line breaks',
);
const IsText = characterRule('isText', isStorable, broken);
const IsStorable = characterRule('isStorable', isStorable, broken);

/**
 * Checks the length in code points. A code point has at most two UTF-16 units. A text with more than `2 * max` units is
 * therefore always too long, and its code points are not counted.
 */
const hasLength = (value: string, { min, max }: TextRule): boolean => {
  if (value.length > 2 * max) return false;
  const { length } = [...value];
  return length >= min && length <= max;
};

const HasLength = (rule: TextRule, options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'hasLength',
      constraints: [rule.min, rule.max],
      validator: {
        validate: (value) => typeof value === 'string' && hasLength(value, rule),
        defaultMessage: (args) => `${args?.property} must have ${rule.min} to ${rule.max} characters`,
      },
    },
    options,
  );

const textWith =
  (hasCharacters: () => PropertyDecorator) =>
  ({ pattern, hint, requirement = `consist of ${hint}`, ...length }: TextRule): PropertyDecorator =>
    all(
      IsString(),
      HasLength(length),
      hasCharacters(),
      ...(pattern === undefined ? [] : [Matches(pattern, { message: `$property must ${requirement}` })]),
    );

/** Accepts a name, a title or another text of one line that satisfies the rule. White space at its ends is removed. */
export const OneLine = textWith(IsOneLine);

/** Accepts a description of one or several lines that satisfies the rule. */
export const MultiLine = textWith(IsMultiLine);

/** Accepts a text that satisfies the rule and is not stored as a name, for example because it is compared with names. */
export const Text = textWith(IsText);

/** Whether a text has the form of an address. Use cases check addresses with `checkEmail`, which says what is wrong. */
const hasEmailForm = (value: unknown): boolean =>
  typeof value === 'string' && (isEmail(value, { require_tld: false }) || emailError(value) === undefined);

/** Accepts an e-mail address. The host may be a local name without a dot. */
export const Email = (): PropertyDecorator =>
  all(
    Text(userLimits.email),
    ValidateBy({
      name: 'isEmail',
      validator: { validate: hasEmailForm, defaultMessage: (args) => `${args?.property} must be an email` },
    }),
  );

/** Accepts a text whose length is limited only by the size of the body. */
export const LongText = (): PropertyDecorator => all(IsString(), IsStorable());

/** Accepts an integer in this range. By default, it must fit into a column of the type `integer`. */
export const Integer = (min = -maxInteger - 1, max = maxInteger): PropertyDecorator => all(IsInt(), Min(min), Max(max));

/** Accepts true and false. */
export const Flag = (): PropertyDecorator => IsBoolean();

/** Accepts exactly these values. */
export const OneOf = (values: readonly unknown[]): PropertyDecorator => IsIn([...values]);

/** Accepts an id. */
export const Uuid = (): PropertyDecorator => IsUUID('loose');

/** Accepts a list of at most `maxLinks` ids. Repeating an id has no effect. */
export const Ids = (): PropertyDecorator => all(IsArray(), ArrayMaxSize(maxLinks), IsUUID('loose', { each: true }));

const EachText = (rule: TextRule): PropertyDecorator =>
  all(IsString({ each: true }), HasLength(rule, { each: true }), IsOneLine({ each: true }));

/**
 * Accepts a list of 1 to `maxItems` texts of one line with the length that the rule requires. The pattern of the rule is not
 * checked.
 */
export const Texts = (rule: TextRule, maxItems: number): PropertyDecorator =>
  all(IsArray(), ArrayMinSize(1), ArrayMaxSize(maxItems), EachText(rule));

/** Accepts a list of 1 to `maxItems` texts that satisfy the rule, including its pattern. */
export const PatternedTexts = (
  rule: TextRule & Required<Pick<TextRule, 'pattern' | 'requirement'>>,
  maxItems: number,
) =>
  all(
    Texts(rule, maxItems),
    Matches(rule.pattern, { each: true, message: `each value in $property must ${rule.requirement}` }),
  );

/**
 * Accepts a list of texts of one line with the length that the rule requires. The list may be empty. The pattern of the rule is not
 * checked.
 * @param maxItems by default, only the size of the body limits the number of texts
 */
export const TextList = (rule: TextRule, maxItems?: number): PropertyDecorator =>
  all(IsArray(), ...(maxItems === undefined ? [] : [ArrayMaxSize(maxItems)]), EachText(rule));

/**
 * Accepts the values for which `isAccepted` returns true.
 * @param schema describes these values in the API document
 * @param requirement what a value must do, such as 'be an object'
 */
export const OfForm = (
  schema: Readonly<Record<string, unknown>>,
  isAccepted: (value: unknown) => boolean,
  requirement: string,
): PropertyDecorator =>
  ValidateBy({
    name: 'hasForm',
    constraints: [schema],
    validator: { validate: isAccepted, defaultMessage: (args) => `${args?.property} must ${requirement}` },
  });

/** Rejects any value if another field of the same request has the given value. */
export const AbsentWith = (field: string, other: unknown = true): PropertyDecorator =>
  ValidateBy(
    {
      name: 'absentWith',
      constraints: [field, other],
      validator: { validate: (_value, args) => args === undefined || Reflect.get(args.object, field) !== other },
    },
    { message: `$property must be missing if ${field} is ${String(other)}` },
  );

/** Rejects a timestamp that is not later than the one in the field `name` of the same request. */
export const LaterThan = (name: string): PropertyDecorator =>
  ValidateBy(
    {
      name: 'laterThan',
      validator: {
        validate: (value: string, args) => {
          const earlier: unknown = args === undefined ? undefined : Reflect.get(args.object, name);
          return typeof earlier !== 'string' || !(Date.parse(value) <= Date.parse(earlier));
        },
      },
    },
    { message: `$property must be later than ${name}` },
  );

/** Accepts a JSON object or array that PostgreSQL can store. */
export const IsJson = (): PropertyDecorator =>
  ValidateBy({
    name: 'isJson',
    validator: {
      validate: (value) => typeof value === 'object' && value !== null && keysAndTextsIn(value).every(isStorable),
      defaultMessage: (args) => `${args?.property} must be a JSON object or array`,
    },
  });

/**
 * Returns all keys and texts in a value, at any depth. The recursion needs no limit, because bodies that are nested too
 * deeply have already been rejected.
 */
function keysAndTextsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysAndTextsIn(inner)]);
}

const instantForm = /T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Accepts a timestamp in ISO 8601 with a time and an offset from UTC. Without an offset, the timestamp would depend on
 * the time zone of the server.
 */
export const Instant = (): PropertyDecorator =>
  ValidateBy({
    name: 'isInstant',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' &&
        instantForm.test(value) &&
        isISO8601(value, { strict: true }) &&
        !Number.isNaN(Date.parse(value)),
      defaultMessage: (args) => `${args?.property} must be a timestamp with an offset, such as 2026-11-21T09:00:00Z`,
    },
  });

/**
 * Accepts a timestamp in the ISO 8601 formats that `Date.parse` accepts, such as `2026-11-21` or
 * `2026-11-21T09:00:00Z`.
 */
export const Timestamp = (): PropertyDecorator =>
  ValidateBy({
    name: 'isTimestamp',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' && isISO8601(value, { strict: true }) && !Number.isNaN(Date.parse(value)),
      defaultMessage: (args) => `${args?.property} must be a timestamp such as 2026-11-21T09:00:00Z`,
    },
  });

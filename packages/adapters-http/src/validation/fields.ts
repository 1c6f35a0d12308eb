import {
  emailError,
  isStorable,
  mailLanguages,
  maxLinks,
  passwordMaxLength,
  statuses,
  userLimits,
  type TextRule,
} from '@portcullis/domain';
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
  isUUID,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { Describe } from './descriptions.ts';

/** The largest integer of the database's type `integer`. */
export const maxInteger = 2 ** 31 - 1;

/**
 * Decorators for the fields of request classes. PostgreSQL can store every text and integer that these decorators
 * accept, except `DocumentedAs`, `OfForm` and `AbsentWith`, which do not check the text or integer.
 */

/** Returns a decorator that applies the decorators in this order. */
export const all =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };

/** The field may be missing, but not null. */
export const Optional = (): PropertyDecorator => ValidateIf((_request, value) => value !== undefined);

/** The field may be missing or null. */
export const Nullable = (): PropertyDecorator => IsOptional();

const IsStorable = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isStorable',
      validator: {
        validate: isStorable,
        defaultMessage: (args) => `${args?.property} must not contain NUL or broken characters`,
      },
    },
    options,
  );

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

/** Accepts a text that satisfies the rule. */
export const Text = ({ pattern, hint, requirement = `consist of ${hint}`, ...length }: TextRule): PropertyDecorator =>
  all(
    IsString(),
    HasLength(length),
    IsStorable(),
    ...(pattern === undefined ? [] : [Matches(pattern, { message: `$property must ${requirement}` })]),
  );

/**
 * Returns true for all addresses that earlier releases accepted, because a client may send back the address of an old
 * account. Use cases check new addresses with `checkEmail`.
 */
const isAnyEmail = (value: unknown): boolean =>
  typeof value === 'string' && (isEmail(value, { require_tld: false }) || emailError(value) === undefined);

/** Accepts an e-mail address. The host may be a local name without a dot. */
export const Email = (): PropertyDecorator =>
  all(
    Text(userLimits.email),
    ValidateBy({
      name: 'isEmail',
      validator: { validate: isAnyEmail, defaultMessage: (args) => `${args?.property} must be an email` },
    }),
  );

/** Accepts a text whose length is limited only by the size of the body. */
export const LongText = (): PropertyDecorator => all(IsString(), IsStorable());

/** Accepts the current password of the caller, which proves that the caller is the owner of the account. */
export const CurrentPassword = (): PropertyDecorator =>
  all(
    Optional(),
    LongText(),
    DocumentedAs({ format: 'password' }),
    Describe(
      'The current password. Required if the last authentication of the session is more than 15 minutes old. If `STEP_UP_MAX_AGE` is set, the password does not replace a recent authentication.',
    ),
  );

/**
 * The highest position of an event that a query parameter can contain, because numbers in query parameters have at most
 * 15 digits.
 */
export const maxPosition = 10 ** 15 - 1;

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

const maxBatch = 100;

/** Accepts a list of 1 to 100 ids. */
export const BatchIds = (): PropertyDecorator =>
  all(IsArray(), ArrayMinSize(1), ArrayMaxSize(maxBatch), IsUUID('loose', { each: true }));

const isVersion = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxInteger;

/** Accepts an object whose keys are ids in lower case, and whose values are version numbers. */
export const Versions = (): PropertyDecorator =>
  ValidateBy({
    name: 'isVersions',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        Object.entries(value).every(
          ([id, version]) => isUUID(id, 'loose') && id === id.toLowerCase() && isVersion(version),
        ),
      defaultMessage: (args) => `${args?.property} must be an object of versions by ids in lower case`,
    },
  });

const isKeyed = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Accepts an object of values by the names of user attributes. The use case checks names and values. */
export const AttributeValues = (): PropertyDecorator =>
  ValidateBy({
    name: 'isAttributes',
    validator: {
      validate: isKeyed,
      defaultMessage: (args) => `${args?.property} must be an object of values by attributes`,
    },
  });

/** Accepts the query parameters whose names begin with the name of the field and a dot. Each must be sent only once. */
export const DottedParameters = (): PropertyDecorator =>
  ValidateBy({
    name: 'dotted',
    validator: {
      validate: (value) => isKeyed(value) && Object.values(value).every(isStorable),
      defaultMessage: (args) =>
        `${args?.property} must be followed by a dot and a name, each of which is sent only once`,
    },
  });

const EachText = (rule: TextRule): PropertyDecorator =>
  all(IsString({ each: true }), HasLength(rule, { each: true }), IsStorable({ each: true }));

/**
 * Accepts a list of 1 to `maxItems` texts with the length that the rule requires. The pattern of the rule is not
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
 * Accepts a list of texts with the length that the rule requires. The list may be empty. The pattern of the rule is not
 * checked.
 * @param maxItems by default, only the size of the body limits the number of texts
 */
export const TextList = (rule: TextRule, maxItems?: number): PropertyDecorator =>
  all(IsArray(), ...(maxItems === undefined ? [] : [ArrayMaxSize(maxItems)]), EachText(rule));

/** Accepts the status of a user, role or permission. */
export const IsStatus = (): PropertyDecorator => all(IsInt(), OneOf(statuses));

const { genderText, genderNumber } = userLimits;

/**
 * Accepts a text or an integer within the limits of `userLimits`, because front ends differ in what they send. The
 * value is stored and returned unchanged.
 */
export const IsGender = (): PropertyDecorator =>
  ValidateBy({
    name: 'isGender',
    validator: {
      validate: (value) =>
        typeof value === 'string'
          ? [...value].length <= genderText.max && isStorable(value)
          : Number.isInteger(value) && value >= genderNumber.min && value <= genderNumber.max,
      defaultMessage: () =>
        `gender must be a text of at most ${genderText.max} characters or an integer from ${genderNumber.min} to ${genderNumber.max}`,
    },
  });

/** Documents what a client should send, but accepts any value. */
export const DocumentedAs = (schema: Readonly<Record<string, unknown>>): PropertyDecorator =>
  ValidateBy({ name: 'documentedAs', constraints: [schema], validator: { validate: () => true } });

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

/**
 * Accepts a text as a new password. The use case checks the length and rejects common passwords.
 * @param subject the words with which the description begins
 */
export const NewPassword = (subject = 'The new password'): PropertyDecorator =>
  all(
    LongText(),
    DocumentedAs({ format: 'password' }),
    Describe(
      `${subject}, with PASSWORD_MIN_LENGTH (8 by default) to ${passwordMaxLength} characters. It must not be one of the most common passwords.`,
    ),
  );

/** Allowed length of a token in a link, in characters. Every such token of this service is shorter than `max`. */
const linkTokenLimits = { min: 1, max: 128 };

/** Accepts the token in a link that was sent by mail. */
export const LinkToken = (): PropertyDecorator => Text(linkTokenLimits);

/** Accepts the name of a language of mails. */
export const MailLanguageName = (): PropertyDecorator =>
  all(OneOf(mailLanguages), Describe(`The language of the mail. Default: \`${mailLanguages[0]}\`.`));

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

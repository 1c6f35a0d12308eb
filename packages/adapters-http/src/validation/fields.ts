import { maxLinks, passwordMaxLength, statuses, userLimits, type TextRule } from '@portcullis/domain';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  isISO8601,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { Describe } from './descriptions.ts';
import type { JsonSchema } from './schema.ts';

/** The kinds of values that request shapes are made of. Every text and integer that passes can be stored. */

const all =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };

/** The field may be left out, but is not null. */
export const Optional = (): PropertyDecorator => ValidateIf((_shape, value) => value !== undefined);

/** The field may be left out, and null clears it. */
export const Nullable = (): PropertyDecorator => IsOptional();

/** Whether PostgreSQL can hold a text: it is without NUL and without halves of a character. */
const isStorable = (value: unknown): boolean =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

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

/** Counts code points, as the rules do; a text that is far too long is not counted out. */
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

/** A text of the length and form that `rule` gives. */
export const Text = ({ pattern, hint, ...length }: TextRule): PropertyDecorator =>
  all(
    IsString(),
    HasLength(length),
    IsStorable(),
    ...(pattern === undefined ? [] : [Matches(pattern, { message: `$property must consist of ${hint}` })]),
  );

/** An address that mail can be sent to; its host may be a local one. */
export const Email = (): PropertyDecorator => all(Text(userLimits.email), IsEmail({ require_tld: false }));

/** A text of any length that the body limit lets through. */
export const LongText = (): PropertyDecorator => all(IsString(), IsStorable());

const maxInteger = 2 ** 31 - 1;

export const Integer = (min = -maxInteger - 1, max = maxInteger): PropertyDecorator => all(IsInt(), Min(min), Max(max));

export const Flag = (): PropertyDecorator => IsBoolean();

export const OneOf = (values: readonly unknown[]): PropertyDecorator => IsIn([...values]);

export const Uuid = (): PropertyDecorator => IsUUID('loose');

/** Ids of other things; an id named twice counts once. */
export const Ids = (): PropertyDecorator => all(IsArray(), ArrayMaxSize(maxLinks), IsUUID('loose', { each: true }));

const EachText = (rule: TextRule): PropertyDecorator =>
  all(IsString({ each: true }), HasLength(rule, { each: true }), IsStorable({ each: true }));

/** A list of at least one text; each text must follow the rule. */
export const Texts = (rule: TextRule, maxItems: number): PropertyDecorator =>
  all(IsArray(), ArrayMinSize(1), ArrayMaxSize(maxItems), EachText(rule));

/** Texts that follow the rule, or none. */
export const TextList = (rule: TextRule): PropertyDecorator => all(IsArray(), EachText(rule));

/** State of a user, role or permission. */
export const IsStatus = (): PropertyDecorator => all(IsInt(), OneOf(statuses));

const { genderText, genderNumber } = userLimits;

/** Clients of this family send texts or numbers; each is answered as it was sent. */
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

/** Documents what a client should send, and refuses nothing. */
export const Expected = (schema: JsonSchema): PropertyDecorator =>
  ValidateBy({ name: 'isExpected', constraints: [schema], validator: { validate: () => true } });

/** A new password. Its use case checks the length and whether it is a common one. */
export const NewPassword = (): PropertyDecorator =>
  all(
    LongText(),
    Expected({ format: 'password' }),
    Describe(
      `The new password: PASSWORD_MIN_LENGTH (8 by default) to ${passwordMaxLength} characters, and not one of the most common passwords.`,
    ),
  );

/** A JSON object or array that PostgreSQL can hold. */
export const IsJson = (): PropertyDecorator =>
  ValidateBy({
    name: 'isJson',
    validator: {
      validate: (value) => typeof value === 'object' && value !== null && textsIn(value).every(isStorable),
      defaultMessage: (args) => `${args?.property} must be a JSON object or array`,
    },
  });

/** Every key and text of a value, however deep; the body reader has bounded the depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

/** A timestamp in ISO 8601, such as `2026-11-21` or `2026-11-21T09:00:00Z`; not the forms that a `Date` does not read. */
export const Moment = (): PropertyDecorator =>
  ValidateBy({
    name: 'isMoment',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' && isISO8601(value, { strict: true }) && !Number.isNaN(Date.parse(value)),
      defaultMessage: (args) => `${args?.property} must be a moment such as 2026-11-21T09:00:00Z`,
    },
  });

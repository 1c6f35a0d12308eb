import { maxLinks, statuses, userLimits, type TextRule } from '@portcullis/domain';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';

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

/** A text of the length and form that `rule` gives. */
export const Text = ({ min, max, pattern, hint }: TextRule): PropertyDecorator =>
  all(
    IsString(),
    Length(min, max),
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

/** At least one text, each of which follows the rule. */
export const Texts = ({ min, max }: TextRule, maxItems: number): PropertyDecorator =>
  all(
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(maxItems),
    IsString({ each: true }),
    Length(min, max, { each: true }),
    IsStorable({ each: true }),
  );

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

/** ISO 8601 has forms that `Date` does not read, such as week dates. */
const IsReadableMoment = (): PropertyDecorator =>
  ValidateBy({
    name: 'isReadableMoment',
    validator: {
      validate: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
      defaultMessage: (args) => `${args?.property} must be a moment such as 2026-11-21T09:00:00Z`,
    },
  });

/** A moment in ISO 8601, such as `2026-11-21` or `2026-11-21T09:00:00Z`. */
export const Moment = (): PropertyDecorator => all(IsString(), IsISO8601({ strict: true }), IsReadableMoment());

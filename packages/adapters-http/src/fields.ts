import { maxLinks, userLimits, type TextRule } from '@portcullis/domain';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
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

/** Text that PostgreSQL can hold: without NUL and without halves of a character. */
const IsStorable = (): PropertyDecorator =>
  ValidateBy({
    name: 'isStorable',
    validator: {
      validate: (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
      defaultMessage: (args) => `${args?.property} must not contain NUL or broken characters`,
    },
  });

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

import { mailLanguages } from '@portcullis/domain/internal/accounts/mail-link';
import { passwordMaxLength } from '@portcullis/domain/internal/accounts/password';
import { statuses } from '@portcullis/domain/internal/shared/status';
import { isOneLine, isStorable, oneLineForm } from '@portcullis/domain/internal/names/text';
import { attributeLimits } from '@portcullis/domain/internal/conditions/user-attribute';
import { userLimits } from '@portcullis/domain/internal/accounts/user';
import { Allow, isUUID } from 'class-validator';
import { Describe } from './descriptions.ts';
import { declares } from './field-declarations.ts';
import { all, Ids, Integer, maxInteger, LongText, OfForm, OneOf, Optional, Text } from './fields.ts';
import type { JsonSchema } from './json-schema.ts';
import { isObject } from './validate.ts';

/* Decorators for fields that only the requests of the service itself have. */

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

const maxBatch = 100;

/** Accepts a list of 1 to 100 ids. */
export const BatchIds = (): PropertyDecorator => Ids(1, maxBatch);

const isVersion = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxInteger;

/** Accepts an object whose keys are ids in lower case, and whose values are version numbers. */
export const Versions = (): PropertyDecorator =>
  OfForm(
    {
      type: 'object',
      propertyNames: { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
      additionalProperties: { type: 'integer', minimum: 1, maximum: maxInteger },
    },
    (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([id, version]) => isUUID(id, 'loose') && id === id.toLowerCase() && isVersion(version),
      ),
    'be an object of versions by ids in lower case',
  );

/**
 * Accepts the query parameters whose names begin with the name of the field and a dot. Each must be sent only once. With
 * the default style of query parameters, each property of the object is a parameter.
 */
export const DottedParameters = (): PropertyDecorator =>
  all(
    declares({ isDotted: true }),
    OfForm(
      {
        type: 'object',
        propertyNames: { pattern: `\\.${attributeLimits.name.pattern.source.slice(1)}` },
        additionalProperties: { type: 'string', maxLength: attributeLimits.text.max },
      },
      (value) => isObject(value) && Object.values(value).every(isStorable),
      'be followed by a dot and a name, each of which is sent only once',
    ),
  );

/** Accepts the status of a user, role or permission. */
export const IsStatus = (): PropertyDecorator => all(Integer(), OneOf(statuses));

const { genderText, genderNumber } = userLimits;

/** A text or an integer within the limits of `userLimits`, because front ends differ in what they send. */
export const genderSchema: JsonSchema = {
  anyOf: [
    { type: 'string', maxLength: genderText.max, pattern: oneLineForm.source },
    { type: 'integer', minimum: genderNumber.min, maximum: genderNumber.max },
  ],
};

/** Accepts a gender. The value is stored and returned unchanged. */
export const IsGender = (): PropertyDecorator =>
  OfForm(
    genderSchema,
    (value) =>
      typeof value === 'string'
        ? [...value].length <= genderText.max && isOneLine(value)
        : typeof value === 'number' &&
          Number.isInteger(value) &&
          value >= genderNumber.min &&
          value <= genderNumber.max,
    `be a text of at most ${genderText.max} characters or an integer from ${genderNumber.min} to ${genderNumber.max}`,
  );

/** Documents what a client should send, but accepts any value. */
export const DocumentedAs = (schema: JsonSchema): PropertyDecorator =>
  declares({ schema: { ...schema }, isUnchecked: true }, Allow());

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

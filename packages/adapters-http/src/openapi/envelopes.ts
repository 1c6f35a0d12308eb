import type {
  FactorChallenge,
  FieldError,
  MediaReference,
  VersionConflict,
} from '@portcullis/domain/internal/shared/errors';
import { compareText } from '@portcullis/domain/internal/shared/tree';
import type { failure } from '../responses/error-report.ts';
import type { success } from '../responses/response-data.ts';
import { passkeyRequestSchema } from '../routes/schemas/factors.ts';
import { isDeclared, wireErrorOf, type Reason } from '../responses/error-table.ts';
import * as schema from '../validation/schema.ts';
import type { Fields, Schema } from '../validation/schema.ts';
import { type JsonSchema } from '../validation/json-schema.ts';

type Success = ReturnType<typeof success>;
type Failure = ReturnType<typeof failure>;

const timestamp: Schema<string> = {
  type: 'string',
  format: 'date-time',
  description: 'When the response was created, in UTC.',
};
const constant = (value: boolean): Schema<boolean> => ({ type: 'boolean', const: value });

/** Returns the schema of the body of a successful response with `data`. */
export const successSchema = (data: JsonSchema): JsonSchema =>
  schema.extended<Success, Exclude<keyof Success, 'data'>>(
    'Success',
    {
      code: { type: 'integer', const: 0, description: 'Always 0: errors have other codes.' },
      success: schema.withDescription(constant(true), 'Always true.'),
      message: { type: 'string', const: 'Success', description: 'Always `Success`.' },
      timestamp,
    },
    { data: { description: data['type'] === 'null' ? 'Always null.' : 'What the operation returns.', ...data } },
  );

const fieldErrors = schema.named('FieldErrors', () =>
  schema.listOf(
    schema.object<FieldError>({
      field: schema.withDescription(schema.text, 'The path of the field, such as `permissionIds[2]`.'),
      message: schema.withDescription(
        schema.text,
        'A sentence for users that explains why the value of the field is invalid.',
      ),
    }),
  ),
);

const missingIds = schema.namedObject<{ readonly missingIds: readonly string[] }>('MissingIds', {
  missingIds: schema.withDescription(schema.listOf(schema.uuid()), 'The ids that do not exist, without duplicates.'),
});

const mediaReference = schema.object<MediaReference>({
  contentId: schema.withDescription(schema.uuid(), 'The id of the content.'),
  isWorkingCopy: schema.withDescription(
    schema.flag,
    'Whether it is the working copy of the content that refers to the file.',
  ),
});

const usedBy = schema.namedObject<{ readonly usedBy: readonly MediaReference[] }>('UsedBy', {
  usedBy: schema.withDescription(
    schema.listOf(mediaReference),
    'The contents and working copies that refer to the file and that the caller may read, at most 100 of each.',
  ),
});

const conflictFields: Fields<Omit<VersionConflict, 'changedFields'>> = {
  current: { type: 'integer', minimum: 1, description: 'The version that the resource has now.' },
  updatedAt: schema.withDescription(schema.timestamp, 'When the resource was last changed, in UTC.'),
  updatedBy: schema.withDescription(
    schema.nullable(schema.uuid()),
    'The user who made the last change. Null if the user is unknown or the service made the change.',
  ),
};

const versionConflict = schema.named('VersionConflict', () =>
  schema.objectWith(conflictFields, {
    changedFields: schema.withDescription(
      schema.listOf(schema.text),
      'The fields that have changed since the newest version in `If-Match`. Absent if the changed fields are unknown.',
    ),
  }),
);

const challengeFields: Fields<Omit<FactorChallenge, 'passkeyOptions'>> = {
  challenge: schema.withDescription(
    schema.text,
    'The value to send to `POST /api/auth/login/factor` with a code or a passkey.',
  ),
  factors: schema.withDescription(
    schema.listOf(schema.oneOf(['totp', 'passkey', 'recovery'])),
    'The kinds of factors that are accepted.',
  ),
  expiresIn: schema.withDescription(schema.integerFrom(0), 'How long the challenge is valid, in seconds.'),
};

const factorChallenge = schema.named('FactorChallenge', () =>
  schema.objectWith(challengeFields, {
    passkeyOptions: schema.withDescription(
      passkeyRequestSchema,
      'The options for `navigator.credentials.get`. Absent if `factors` does not contain `passkey`.',
    ),
  }),
);

const namingRoles = schema.namedObject('NamingRoles', {
  roles: schema.withDescription(
    schema.listOf(
      schema.object({
        id: schema.withDescription(schema.uuid(), 'The id of the role.'),
        code: schema.withDescription(schema.text, 'The code of the role.'),
        name: schema.withDescription(schema.text, 'The name of the role.'),
      }),
    ),
    'The roles whose conditions name the category or the tag.',
  ),
});

const noDetails: JsonSchema = { type: 'null' };

/**
 * Returns the schema of `errors` for a reason. Depending on the reason, `errors` contains invalid fields, missing ids,
 * what refers to a file, roles whose conditions name a
 * category, the current version, a login challenge, or null.
 */
function detailsOf(reason: Reason): JsonSchema {
  const { code } = wireErrorOf(reason);
  if (code === 1110) return factorChallenge;
  if (isDeclared(reason) && code === 1005) return { anyOf: [fieldErrors, noDetails] };
  if (code === 1005 || reason === 'wrong-code' || reason.startsWith('batch-')) return fieldErrors;
  if (code === 1012) return versionConflict;
  if (reason === 'media-in-use') return usedBy;
  if (reason === 'category-in-conditions' || reason === 'tag-in-conditions') return namingRoles;
  return code === 1000 && reason.startsWith('unknown-') ? missingIds : noDetails;
}

/** The fields that have the same schema in all errors. */
const commonFields = {
  success: schema.withDescription(constant(false), 'Always false.'),
  message: schema.withDescription(schema.text, 'A short sentence that can be shown to users.'),
  timestamp,
  path: schema.withDescription(schema.text, 'The path of the request.'),
};

/** Returns the schema of the body of any error. @param reasons all reasons that the installation can return */
export function errorSchema(reasons: readonly Reason[]): JsonSchema {
  const codes = [...new Set(reasons.map((reason) => wireErrorOf(reason).code))];
  const statuses = [...new Set(reasons.map((reason) => wireErrorOf(reason).status))];
  return schema.object<Failure>({
    code: schema.withDescription(schema.oneOf(codes.toSorted((a, b) => a - b)), 'The business code.'),
    statusCode: schema.withDescription(schema.oneOf(statuses.toSorted((a, b) => a - b)), 'The HTTP status.'),
    reason: schema.withDescription(
      schema.oneOf(reasons.toSorted(compareText)),
      'The cause. Several causes can share a code.',
    ),
    errors: schema.withDescription(
      { anyOf: [fieldErrors, missingIds, usedBy, namingRoles, versionConflict, factorChallenge, noDetails] },
      'Invalid fields, ids that do not exist, what refers to a file, roles whose conditions name what is to be deleted, the current version, the challenge of a login, or null.',
    ),
    ...commonFields,
  });
}

/** Returns the schema of the body of an error with this reason. */
const reasonSchema = (reason: Reason): JsonSchema =>
  schema.named(`${pascalCase(reason)}Error`, () => {
    const { code, status } = wireErrorOf(reason);
    const errors = detailsOf(reason);
    return {
      allOf: [
        { $ref: '#/components/schemas/Error' },
        {
          type: 'object',
          properties: {
            code: schema.withDescription(schema.oneOf([code]), 'The business code.'),
            statusCode: schema.withDescription(schema.oneOf([status]), 'The HTTP status.'),
            reason: schema.withDescription(schema.oneOf([reason]), 'The cause.'),
            errors: { ...errors, description: errors === noDetails ? 'Always null.' : 'The details.' },
          },
        },
      ],
    };
  });

const pascalCase = (reason: Reason): string =>
  reason.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Returns the schema of the body of an error with one of these reasons. */
export function failureSchema(reasons: readonly Reason[]): JsonSchema {
  const [first, ...others] = reasons.map(reasonSchema);
  return first !== undefined && others.length === 0 ? first : { anyOf: reasons.map(reasonSchema) };
}

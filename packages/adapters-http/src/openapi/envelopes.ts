import type { FieldError } from '@portcullis/domain';
import type { failure, success } from '../answers/envelope.ts';
import { wireErrorOf, type Reason } from '../answers/error-table.ts';
import { explained, listOf, named, object, oneOf, text, type JsonSchema, type Schema } from '../validation/schema.ts';

type Success = ReturnType<typeof success>;
type Failure = ReturnType<typeof failure>;

const timestamp: Schema<string> = { type: 'string', format: 'date-time' };
const always = (value: boolean): Schema<boolean> => ({ type: 'boolean', const: value });

/** The body of a success with `data`. */
export const successSchema = (data: JsonSchema): JsonSchema =>
  object<Success>({
    code: { type: 'integer', const: 0 },
    success: always(true),
    data,
    message: { type: 'string', const: 'Success' },
    timestamp,
  });

const fieldErrors = named('FieldErrors', () =>
  listOf(object<FieldError>({ field: explained(text, 'A path such as `permissionIds[2]`.'), message: text })),
);

const missingIds = named('MissingIds', () =>
  object<{ readonly missingIds: readonly string[] }>({ missingIds: listOf({ type: 'string', format: 'uuid' }) }),
);

const noDetails: JsonSchema = { type: 'null' };

/** The type of `errors`: invalid fields, missing ids, or null. */
function detailsOf(reason: Reason): JsonSchema {
  const { code } = wireErrorOf(reason);
  if (code === 1005) return fieldErrors;
  return code === 1000 && reason.startsWith('unknown-') ? missingIds : noDetails;
}

/** The body of an error that has one of these reasons, all of the same status. */
export function failureSchema(status: number, reasons: readonly Reason[]): JsonSchema {
  const codes = [...new Set(reasons.map((reason) => wireErrorOf(reason).code))];
  const details = [...new Set(reasons.map(detailsOf))];
  return object<Failure>({
    code: oneOf(codes),
    success: always(false),
    statusCode: { type: 'integer', const: status },
    message: explained(text, 'A short sentence for people.'),
    reason: explained(oneOf(reasons), 'Which of the errors that share the code it is.'),
    errors: details.length === 1 ? { ...details[0] } : { anyOf: details },
    timestamp,
    path: text,
  });
}

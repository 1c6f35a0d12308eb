import { $t } from '#/locales';

/** The properties of the service's error responses that messages need. */
interface ErrorBody {
  code?: number;
  errors?: unknown;
  message?: string;
}

/** A failed call. `response` is missing if the service could not be reached. */
export interface FailedCall {
  /** A number if the service refused the call, otherwise a text such as `ERR_NETWORK`. */
  code?: number | string;
  config?: { url?: string };
  response?: { data?: ErrorBody; status?: number };
}

/** The service's error code if another user has changed the resource meanwhile. */
const versionChanged = 1012;

/** Returns a label for a field: `nickName` becomes `Nick name`. */
const labelOf = (field: string) =>
  field.charAt(0).toUpperCase() +
  field.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/**
 * Returns the text for an error response. A version conflict has a text of this front end. For invalid values, the text
 * contains the error of each field. Otherwise it is the message of the service, or `otherwise` if there is no message.
 */
export function errorText(
  body: ErrorBody | undefined,
  otherwise: string,
): string {
  if (body?.code === versionChanged) return $t('portcullis.conflict');
  const errors: unknown[] = Array.isArray(body?.errors) ? body.errors : [];
  const lines = errors.flatMap((error) => {
    const { field, message } = (error ?? {}) as {
      field?: string;
      message?: string;
    };
    if (!field || !message) return [];
    return [
      `${labelOf(field)}: ${message.startsWith(`${field} `) ? message.slice(field.length + 1) : message}`,
    ];
  });
  return lines.length > 0 ? lines.join('; ') : body?.message || otherwise;
}

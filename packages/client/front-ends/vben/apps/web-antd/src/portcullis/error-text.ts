import { $t } from '#/locales';

/** The fields of an error of the service that a message needs. */
interface ErrorBody {
  code?: number;
  errors?: unknown;
  message?: string;
}

/** The properties of a failed call that are used here. Without a response the service could not be reached. */
export interface FailedCall {
  /** A number if this is the body of a refusal, and a text such as `ERR_NETWORK` otherwise. */
  code?: number | string;
  config?: { url?: string };
  response?: { data?: ErrorBody; status?: number };
}

/** The code for a change of something that somebody else has changed in the meantime. */
const versionChanged = 1012;

/** Starts with a capital letter and has spaces: `nickName` becomes `Nick name`. */
const labelOf = (field: string) =>
  field.charAt(0).toUpperCase() +
  field.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** @returns the message of the service, with the field of each invalid value, or `otherwise` */
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

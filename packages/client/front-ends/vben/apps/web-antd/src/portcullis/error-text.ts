/** The fields of an error of the service that a message needs. */
interface ErrorBody {
  errors?: unknown;
  message?: string;
}

/** Starts with a capital letter and has spaces: `nickName` becomes `Nick name`. */
const labelOf = (field: string) =>
  field.charAt(0).toUpperCase() +
  field.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** @returns the message of the service, with the field of each invalid value, or `otherwise` */
export function errorText(
  body: ErrorBody | undefined,
  otherwise: string,
): string {
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

/** Returns null for an empty field, which means that the value is not set. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/**
 * Returns the gender for the service, which stores free text or a small number. The field shows both as text; a single
 * digit is sent as a number.
 */
export const genderOf = (text: string): string | number | null => (/^\d$/u.test(text) ? Number(text) : orNull(text));

/** @returns the values that differ. A form saves only these, so that it does not overwrite what others have changed meanwhile. */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changes: Partial<Values> = { ...after };
  for (const name in changes) {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) delete changes[name];
  }
  return changes;
}

/** An empty field stands for a value that is not set. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** A gender is free text or a small number; a single digit is sent as the number that it was. */
export const genderOf = (text: string): string | number | null => (/^\d$/u.test(text) ? Number(text) : orNull(text));

/** @returns what differs, so that saving a form leaves alone what others have changed meanwhile. */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changes: Partial<Values> = { ...after };
  for (const name in changes) {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) delete changes[name];
  }
  return changes;
}

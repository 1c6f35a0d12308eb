/** An empty field stands for a value that is not set. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** A gender is free text or a small number; a single digit is sent as the number that it was. */
export const genderOf = (text: string): string | number | null => (/^\d$/u.test(text) ? Number(text) : orNull(text));

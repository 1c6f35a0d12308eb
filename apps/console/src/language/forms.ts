/** The functions that the texts of a language call for their plural forms and their choices. */

import { onceForLocale } from './once-for-locale.ts';

type Forms = Readonly<Record<string, string>>;

const rulesFor = onceForLocale((tag) => new Intl.PluralRules(tag));
const numberFormat = onceForLocale((tag) => new Intl.NumberFormat(tag));

/** Letters that are written from right to left, and characters that change the direction of the text after them. */
const turnsText =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns a value of a parameter. If it is written from right to left, it is between the characters that keep it from
 * moving the words and the punctuation around it.
 */
export const isolated = (value: string | number): string =>
  turnsText.test(String(value)) ? `\u2068${value}\u2069` : String(value);

/** Returns a number as people write it in a language, such as 1,000. */
export const counted = (tag: string, value: number): string => numberFormat(tag).format(value);

/** Returns the form for a number: the one for exactly this number, or the one of its plural category. */
export function plural(tag: string, value: number, forms: Forms): string {
  const category = rulesFor(tag).select(value);
  return forms[`=${value}`] ?? forms[category] ?? forms['other'] ?? '';
}

/** Returns the form for a value. */
export const select = (value: string | number, forms: Forms): string => forms[value] ?? forms['other'] ?? '';

/** The functions that the texts of a language call for their plural forms and their choices. */

import { onceForLocale } from './once-for-locale.ts';

type Forms = Readonly<Record<string, string>>;

const rulesFor = onceForLocale((tag) => new Intl.PluralRules(tag));
const numberFormat = onceForLocale((tag) => new Intl.NumberFormat(tag));

/** Returns a number as people write it in a language, such as 1,000. */
export const counted = (tag: string, value: number): string => numberFormat(tag).format(value);

/** Returns the form for a number: the one for exactly this number, or the one of its plural category. */
export function plural(tag: string, value: number, forms: Forms): string {
  const category = rulesFor(tag).select(value);
  return forms[`=${value}`] ?? forms[category] ?? forms['other'] ?? '';
}

/** Returns the form for a value. */
export const select = (value: string | number, forms: Forms): string => forms[value] ?? forms['other'] ?? '';

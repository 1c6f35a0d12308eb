/** The functions that the texts of a language call for their plural forms and their choices. */

type Forms = Readonly<Record<string, string>>;

const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function cached<Made>(made: Map<string, Made>, tag: string, create: () => Made): Made {
  const found = made.get(tag) ?? create();
  made.set(tag, found);
  return found;
}

/** Returns a number as people write it in a language, such as 1,000. */
export const counted = (tag: string, value: number): string =>
  cached(numbers, tag, () => new Intl.NumberFormat(tag)).format(value);

/** Returns the form for a number: the one for exactly this number, or the one of its plural category. */
export function plural(tag: string, value: number, forms: Forms): string {
  const category = cached(rules, tag, () => new Intl.PluralRules(tag)).select(value);
  return forms[`=${value}`] ?? forms[category] ?? forms['other'] ?? '';
}

/** Returns the form for a value. */
export const select = (value: string | number, forms: Forms): string => forms[value] ?? forms['other'] ?? '';

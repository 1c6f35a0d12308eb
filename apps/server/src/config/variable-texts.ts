/** Returns the entries of a list that is separated by commas, without spaces around them. */
export const entriesOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Returns whether a text is a URL with one of these schemes, such as `https:`. */
export const isUrl = (text: string, schemes: readonly string[]): boolean =>
  URL.canParse(text) && schemes.includes(new URL(text).protocol);

const list = (items: readonly string[], markOf: (index: number) => string): string =>
  items.map((item, index) => `${markOf(index)} ${item}`).join('\n');

/**
 * Returns the description of an operation with numbered rules in Markdown. The title of a test names each rule, for
 * example `checkForward rule 2`.
 */
export const withRules = (introduction: string, rules: readonly string[], ending?: string): string =>
  [introduction, list(rules, (index) => `${index + 1}.`), ...(ending === undefined ? [] : [ending])].join('\n\n');

/** Returns the description of an operation with a list in Markdown. */
export const withPoints = (introduction: string, points: readonly string[]): string =>
  [introduction, list(points, () => '-')].join('\n\n');

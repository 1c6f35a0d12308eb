/** Returns the section 'Examples' for the help text of a command. */
export const examples = (...lines: readonly string[]): string =>
  ['\nExamples:', ...lines.map((line) => `  $ ${line}`)].join('\n');

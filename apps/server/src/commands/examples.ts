/** Returns the section of the help of a command that shows how it is called. */
export const examples = (...lines: readonly string[]): string =>
  ['\nExamples:', ...lines.map((line) => `  $ ${line}`)].join('\n');

/** @returns the names in a text with one name on each line, without duplicates and empty names. */
export const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

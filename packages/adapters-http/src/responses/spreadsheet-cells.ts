/** Matches cells that a spreadsheet would calculate, and cells that `escapeCell` has escaped. */
const calculated = /^'*[=+\-@\t\r＝＋－＠]/;

/** Puts an apostrophe before a cell that a spreadsheet would calculate, so that it shows the text instead. */
const escapeCell = (text: string): string => (calculated.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `escapeCell` has added. */
export const unescapeCell = (cell: string): string =>
  cell.startsWith("'") && calculated.test(cell) ? cell.slice(1) : cell;

/** Returns a cell of CSV, in quotation marks if it needs them. */
export const quotedCell = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Returns a row of CSV. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quotedCell).join(',')}\r\n`;

/** Returns the text of a value; empty for a missing value, and JSON for numbers, flags, lists and objects. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? escapeCell(value) : JSON.stringify(value);
}

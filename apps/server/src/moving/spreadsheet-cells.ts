/** Matches cells that a spreadsheet would calculate, and cells that `escapeCell` has escaped. */
const calculated = /^'*[=+\-@\t\r＝＋－＠]/;

/** Puts an apostrophe before a cell that a spreadsheet would calculate, so that it shows the text instead. */
export const escapeCell = (text: string): string => (calculated.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `escapeCell` has added. */
export const unescapeCell = (cell: string): string =>
  cell.startsWith("'") && calculated.test(cell) ? cell.slice(1) : cell;

/** Returns a cell of CSV, in quotation marks if it needs them. */
export const quotedCell = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Maximum number of rows in a file. */
const mostRows = 50_000;

/** Returns the text of a value: of a list, all entries; of an object in a list, its name or code. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellText).join('; ');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value) ?? '';
  for (const name of ['code', 'name', 'username', 'title', 'id']) {
    const found: unknown = Reflect.get(value, name);
    if (typeof found === 'string') return found;
  }
  return JSON.stringify(value);
}

/**
 * Returns a cell of a CSV file. A spreadsheet calculates cells that begin with certain characters, so these get an
 * apostrophe: a user name such as `=HYPERLINK(…)` must stay a text. Numbers keep their sign.
 */
export function csvCell(value: unknown): string {
  const text = cellText(value);
  const isCalculated = typeof value !== 'number' && /^[=+\-@\t\r]/u.test(text);
  return `"${`${isCalculated ? "'" : ''}${text}`.replaceAll('"', '""')}"`;
}

/** Returns a CSV file with a column for each field of the rows. The mark at its beginning tells spreadsheets the encoding. */
export function csvOf(rows: readonly object[]): string {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => fields.map((field) => csvCell(Reflect.get(row, field))).join(','));
  return `\uFEFF${[fields.map(csvCell).join(','), ...lines].join('\r\n')}\r\n`;
}

/**
 * Reads all rows of a list.
 * @param next returns the rows after those that were read; none at the end
 */
export async function allRows<Found extends object>(
  next: (before: readonly Found[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const rows: Found[] = [];
  while (rows.length < mostRows) {
    const found = await next(rows);
    if (found.length === 0) break;
    rows.push(...found);
  }
  return rows;
}

/** Lets the browser store what is at a URL as a file. An empty name stands for the name that the service sends. */
export function clickLink(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Lets the browser store a text as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  clickLink(url, name);
  URL.revokeObjectURL(url);
}

export const jsonOf = (rows: readonly object[]): string => `${JSON.stringify(rows, undefined, 2)}\n`;

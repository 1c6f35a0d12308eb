import type { OwnField, OwnValue } from '@portcullis/domain/internal/own-fields';
import type { OwnEntity, OwnResource } from '@portcullis/domain/internal/own-resource';
import { cellOf, csvLine, unescapeCell } from '../responses/spreadsheet-cells.ts';
import { valueSchema } from './own-fields.ts';

/** The format of a file with entries. */
export type EntryFormat = 'csv' | 'ndjson';

/** Returns the media type of a file. */
export const mediaOf = (format: EntryFormat): string => `text/${format === 'csv' ? 'csv' : 'plain'}; charset=utf-8`;

/** Matches an empty text, and the texts that `withEmptyText` makes. */
const emptyText = /^'*$/;

/** Returns the cell of a value. An empty text is an apostrophe, because an empty cell is a missing value. */
const withEmptyText = (value: OwnValue | undefined): string =>
  typeof value === 'string' && emptyText.test(value) ? `'${value}` : cellOf(value);

const textOfCell = (cell: string): string => (emptyText.test(cell) ? cell.slice(1) : unescapeCell(cell));

/** Writes entries to a file that an import reads, one part of them at a time. */
export async function* linesOf(
  format: EntryFormat,
  columns: readonly string[],
  pages: AsyncIterable<readonly OwnEntity[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  if (format === 'csv') yield encoder.encode(csvLine(columns));
  const lineOf = (entity: OwnEntity): string =>
    format === 'csv'
      ? csvLine(columns.map((name) => withEmptyText(entity[name])))
      : `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, entity[name]])))}\n`;
  for await (const page of pages) yield encoder.encode(page.map(lineOf).join(''));
}

/** Returns the values of an entry from the cells of a row. An empty cell is a missing value. */
export const valuesOfCells = (
  { fields }: Pick<OwnResource, 'fields'>,
  cells: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]) => {
      const field = fields[name];
      if (cell === '') return field?.optional === true && field.type !== 'references' ? [[name, null]] : [];
      return [[name, field === undefined ? textOfCell(cell) : valueOfCell(field, textOfCell(cell))]];
    }),
  );

/** Texts are in cells as they are, and other values in JSON. A text that is no JSON is refused with the field. */
function valueOfCell(field: OwnField, cell: string): unknown {
  if (valueSchema(field)['type'] === 'string') return cell;
  try {
    // Spreadsheets write flags in capital letters.
    const value: unknown = JSON.parse(field.type === 'flag' ? cell.toLowerCase() : cell);
    return value;
  } catch {
    return cell;
  }
}

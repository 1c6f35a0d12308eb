import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { UnreadableFile } from '@portcullis/adapters-http/internal/routes/imports/unreadable-file';

/** Maximum number of characters of a row. It limits the memory that a file needs, for example if a quotation mark is missing. */
const maxRow = 1_000_000;

/** A row of a CSV file: the number of its last line, and its cells by the names of the columns. */
export interface CsvRow {
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

interface ParsedRow {
  readonly record: CsvRow['cells'];
  readonly info: { readonly lines: number };
}

/**
 * Reads the rows of a CSV file.
 * @param isColumn whether a column is known
 * @throws {UnreadableFile} if a column is not known or occurs twice, or if the text is not CSV
 */
export async function* readCsv(
  pieces: AsyncIterable<string>,
  isColumn: (name: string) => boolean,
): AsyncGenerator<CsvRow> {
  const columns = (header: readonly string[]): string[] => {
    const names = header.map((name) => name.trim());
    const unknown = names.filter((name) => !isColumn(name));
    if (unknown.length > 0) throw new UnreadableFile(`There are no such columns: ${unknown.join(', ')}.`);
    const repeated = names.filter((name, index) => names.indexOf(name) !== index);
    if (repeated.length > 0) throw new UnreadableFile(`There are several columns ${repeated.join(', ')}.`);
    return names;
  };
  const parser = parse({ bom: true, columns, info: true, skip_empty_lines: true, max_record_size: maxRow });
  // The parser is destroyed with the error of the file, which its iteration then throws.
  pipeline(Readable.from(pieces), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) yield { row: info.lines, cells: record };
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`${error.message}.`);
    throw error;
  }
}

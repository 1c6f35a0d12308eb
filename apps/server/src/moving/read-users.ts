import { extname } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { readImportedUser } from '@portcullis/adapters-http/internal/routes/imports/imported-users';
import type { ImportedUser } from '@portcullis/application/internal/imports/check-user-rows';
import type { ImportedRow } from '@portcullis/application/internal/imports/report';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { CsvError, parse } from 'csv-parse';
import { decodedPieces, type Encoding } from './decoded-text.ts';
import { isNdjson, readNdjson } from './ndjson.ts';
import { timestampOf } from './timestamps.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { unknownColumns, userOfCells } from './user-cells.ts';

type Row = ImportedRow<ImportedUser>;

/** Maximum number of characters of a row. It limits the memory that a file needs, for example if a quotation mark is missing. */
const maxRow = 1_000_000;

/** Returns the columns of a header. @throws {UnreadableFile} if a column is not known */
function columnsOf(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  const unknown = unknownColumns(names);
  if (unknown.length > 0) throw new UnreadableFile(`There are no such columns: ${unknown.join(', ')}.`);
  return names;
}

export interface ReadUserOptions extends Encoding {
  /** The attributes of users, whose types decide how their cells are read. */
  readonly declarations: readonly AttributeDeclaration[];
  /** The zone of times without a zone. */
  readonly timeZone: string;
  /** Called with the fields of each row as the file has them. */
  readonly remember: (row: number, fields: unknown) => void;
}

function userOf(row: number, fields: unknown, { timeZone, remember }: ReadUserOptions): Row {
  remember(row, fields);
  const isDated = typeof fields === 'object' && fields !== null && 'createdAt' in fields;
  return readImportedUser(row, isDated ? { ...fields, createdAt: timestampOf(fields.createdAt, timeZone) } : fields);
}

async function* readCsv(file: string, options: ReadUserOptions): AsyncGenerator<Row> {
  const parser = parse({ bom: true, columns: columnsOf, info: true, skip_empty_lines: true, max_record_size: maxRow });
  // The parser is destroyed with the error of the file, which its iteration then throws.
  pipeline(Readable.from(decodedPieces(file, options)), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRow>)
      yield userOf(info.lines, userOfCells(record, options.declarations), options);
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`${error.message}.`);
    throw error;
  }
}

interface CsvRow {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

async function* readLines(file: string, options: ReadUserOptions): AsyncGenerator<Row> {
  for await (const { row, value, isJson } of readNdjson(file, options))
    yield isJson
      ? userOf(row, value, options)
      : { row, sourceId: null, errors: [{ field: '', message: 'This line is not JSON.' }] };
}

/**
 * Reads the users of a file, whose name ends in `.csv`, `.ndjson` or `.jsonl`. The number of a row is the number of its
 * line, in CSV of its last line.
 * @throws {UnreadableFile}
 */
export function readUsers(file: string, options: ReadUserOptions): AsyncGenerator<Row> {
  if (isNdjson(file)) return readLines(file, options);
  if (extname(file).toLowerCase() === '.csv') return readCsv(file, options);
  throw new UnreadableFile('The name of the file must end in .csv, .ndjson or .jsonl.');
}

import { extname } from 'node:path';
import { readImportedUser } from '@portcullis/adapters-http/internal/routes/imports/imported-users';
import type { ImportedUser } from '@portcullis/application/internal/imports/check-user-rows';
import type { ImportedRow } from '@portcullis/application/internal/imports/report';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { readCsv } from './csv.ts';
import { decodedPieces, type Encoding } from './decoded-text.ts';
import { isNdjson, readNdjson } from './ndjson.ts';
import { timestampOf } from './timestamps.ts';
import { UnreadableFile } from '@portcullis/adapters-http/internal/routes/imports/unreadable-file';
import { isUserColumn, userOfCells } from './user-cells.ts';

type Row = ImportedRow<ImportedUser>;

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

async function* readRows(file: string, options: ReadUserOptions): AsyncGenerator<Row> {
  for await (const { row, cells } of readCsv(decodedPieces(file, options), isUserColumn))
    yield userOf(row, userOfCells(cells, options.declarations), options);
}

async function* readLines(file: string, options: ReadUserOptions): AsyncGenerator<Row> {
  for await (const { row, value, isJson } of readNdjson(decodedPieces(file, options)))
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
  if (extname(file).toLowerCase() === '.csv') return readRows(file, options);
  throw new UnreadableFile('The name of the file must end in .csv, .ndjson or .jsonl.');
}

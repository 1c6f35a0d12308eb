import { Readable } from 'node:stream';
import type { EntryFormat } from '@portcullis/adapters-http/internal/routes/own-files';
import type { FileRow } from '@portcullis/adapters-http/internal/routes/own-imports';
import { readCsv } from './csv.ts';
import { readNdjson } from './ndjson.ts';

/**
 * Reads the rows of a file with entries of a resource.
 * @param columns the names of the columns that CSV may have
 * @throws {UnreadableFile} if the text is not CSV, or has columns that are not known
 */
export async function* readOwnRows(
  format: EntryFormat,
  pieces: AsyncIterable<string>,
  columns: readonly string[],
): AsyncGenerator<FileRow> {
  if (format === 'ndjson') for await (const { row, value } of readNdjson(pieces)) yield { row, values: value };
  else
    for await (const { row, cells } of readCsv(pieces, (name) => columns.includes(name))) yield { row, values: cells };
}

/** Reads the rows of a text. */
export const readOwnText = (format: EntryFormat, text: string, columns: readonly string[]) =>
  readOwnRows(format, Readable.from([text]), columns);

import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

/** Whether the name of a file ends in `.ndjson` or `.jsonl`. */
export const isNdjson = (file: string): boolean => /^\.(?:ndjson|jsonl)$/i.test(extname(file));

/** A line of a file in NDJSON: its number, and its value or, if the line is not JSON, undefined. */
export interface JsonLine {
  readonly row: number;
  readonly value: unknown;
  readonly isJson: boolean;
}

/** Reads a text with one JSON value on each line. Empty lines are left out, but counted. A byte order mark is ignored. */
export async function* readNdjson(pieces: AsyncIterable<string>): AsyncGenerator<JsonLine> {
  const lines = createInterface({ input: Readable.from(pieces), crlfDelay: Number.POSITIVE_INFINITY });
  let row = 0;
  for await (const line of lines) {
    row += 1;
    if (line.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(row === 1 ? line.replace(/^\uFEFF/, '') : line);
      yield { row, value, isJson: true };
    } catch {
      yield { row, value: undefined, isJson: false };
    }
  }
}

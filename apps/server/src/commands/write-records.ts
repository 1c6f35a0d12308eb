import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Terminal } from './terminal.ts';

/** Maximum number of records that are read at a time. It limits the memory that the records need. */
const batch = 1000;

/**
 * Writes records to standard output, one JSON object on each line.
 * @param next reads at most `limit` records after the record `last`, or from the beginning if `last` is undefined
 */
export const writeRecords = <Row>(
  { stdout }: Terminal,
  next: (limit: number, last?: Row) => Promise<readonly Row[]>,
): Promise<void> => pipeline(Readable.from(linesOf(next)), stdout, { end: false });

async function* linesOf<Row>(next: (limit: number, last?: Row) => Promise<readonly Row[]>): AsyncGenerator<string> {
  for (let records = await next(batch); records.length > 0; ) {
    yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
    records = await next(batch, records.at(-1));
  }
}

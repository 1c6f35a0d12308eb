import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ImportSummary, RowReport } from '@portcullis/application/internal/imports/report';
import { FailedChecks, say, UsageError, type Terminal } from './terminal.ts';

export interface RunImportOptions {
  readonly dryRun?: boolean;
  /** The file for the outcome of each row. */
  readonly report?: string;
  /** Whether the other rows are imported if some are refused. */
  readonly skipRefused?: boolean;
  /** The encoding of the file. */
  readonly encoding?: string;
  /** The zone of times without a zone. */
  readonly timeZone: string;
}

/** The functions with which an import tells what it does. */
interface RunCalls<Row> {
  /** The import calls it for each row that it reads, with the fields as the file has them. */
  readonly remember: (row: number, fields: unknown) => void;
  /** The import calls it after each transaction, with its rows. */
  readonly report: (rows: readonly Row[]) => Promise<void>;
}

/**
 * Checks all rows of a file, and then imports them unless a row is refused. Rows that an earlier run has imported are
 * left out. With `skipRefused`, the refused rows are written to a file, and the others are imported.
 * @param run runs the import
 * @throws {FailedChecks} after the refused rows were printed
 * @throws {UsageError} if the report would overwrite the imported file
 */
export const runImport = async <Row extends RowReport>(
  terminal: Terminal,
  path: string,
  { dryRun = false, report: file, skipRefused = false }: RunImportOptions,
  run: (isDryRun: boolean, calls: RunCalls<Row>) => Promise<ImportSummary>,
): Promise<void> => {
  if (file !== undefined && resolve(file) === resolve(path)) throw new UsageError(`--report would overwrite ${path}.`);
  await withLines(file, async (write) => {
    const fields = new Map<number, unknown>();
    const runWith = (isDryRun: boolean, report: RunCalls<Row>['report']) =>
      run(isDryRun, {
        remember: (row, given) => void fields.set(row, given),
        report: async (rows) => {
          await report(rows);
          fields.clear();
        },
      });
    const checked = await runWith(true, async (rows) => {
      for (const line of rows.flatMap(refusalLines)) say(terminal, line);
      if (dryRun) await write(rows);
    });
    if (checked.refused > 0 && !skipRefused) {
      say(terminal, `${checked.refused} of ${totalOf(checked)} rows are refused. Nothing was imported.`);
      throw refusedRows();
    }
    if (dryRun) {
      const refused = checked.refused > 0 ? `, ${checked.refused} refused` : '';
      const changed = checked.changed > 0 ? `, ${checked.changed} to change` : '';
      const { added, present } = checked;
      say(terminal, `${added} to import${changed}, ${present} imported before${refused}. Nothing was written.`);
      return;
    }
    const refusedFile = `${resolve(path)}.refused.ndjson`;
    const done = await withLines(checked.refused > 0 ? refusedFile : undefined, (writeRefused) =>
      runWith(false, async (rows) => {
        const refused = rows.filter(({ outcome }) => outcome === 'refused');
        if (!skipRefused) for (const line of refused.flatMap(refusalLines)) say(terminal, line);
        await writeRefused(refused.map((row) => ({ ...row, fields: fields.get(row.row) })));
        await write(rows);
        const last = rows.at(-1);
        if (last !== undefined && terminal.stdout.isTTY === true) terminal.stdout.write(`\r${last.row} rows`);
      }),
    );
    say(terminal, summaryLine(done));
    if (done.refused > 0 && !skipRefused) throw refusedRows();
    if (done.refused > 0) say(terminal, `The refused rows and their reasons are in ${refusedFile}.`);
  });
};

const refusedRows = (): FailedChecks =>
  new FailedChecks('Correct the refused rows and run the command again. Imported rows are then left out.');

const totalOf = (summary: ImportSummary): number => Object.values(summary).reduce((sum, count) => sum + count, 0);

const summaryLine = ({ added, changed, present, refused, 'held-back': heldBack }: ImportSummary): string =>
  [
    `${added} imported`,
    ...(changed > 0 ? [`${changed} changed`] : []),
    `${present} imported before`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(heldBack > 0 ? [`${heldBack} not imported because of a refused row in the same transaction`] : []),
  ].join(', ') + '.';

/** Returns a line for each error of a refused row. */
const refusalLines = ({ row, sourceId, errors = [] }: RowReport): readonly string[] =>
  errors.map(({ field, message }) => {
    const name = sourceId === null ? '' : ` (${JSON.stringify(sourceId)})`;
    return `! row ${row}${name}: ${field === '' ? '' : `${field}: `}${message}`;
  });

/** Uses a function that writes values to a file, one JSON object a line; without a file, the function does nothing. */
async function withLines<Result>(
  file: string | undefined,
  use: (write: (values: readonly object[]) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  if (file === undefined) return use(async () => undefined);
  const handle = await open(file, 'w', 0o600);
  try {
    return await use(
      async (values) => void (await handle.write(values.map((each) => `${JSON.stringify(each)}\n`).join(''))),
    );
  } finally {
    await handle.close();
  }
}

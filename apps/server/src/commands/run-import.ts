import { open } from 'node:fs/promises';
import type { ImportSummary, RowReport } from '@portcullis/application/internal/imports/report';
import { FailedChecks, say, type Terminal } from './terminal.ts';

export interface RunImportOptions {
  readonly dryRun?: boolean;
  /** The file for the outcome of each row. */
  readonly report?: string;
}

type Report<Row> = (rows: readonly Row[]) => Promise<void>;

/**
 * Checks all rows of a file, and then imports them unless a row is refused. Rows that an earlier run has imported are
 * left out.
 * @param run runs the import, which calls `report` after each transaction
 * @throws {FailedChecks} after the refused rows were printed
 */
export const runImport = <Row extends RowReport>(
  terminal: Terminal,
  { dryRun = false, report: file }: RunImportOptions,
  run: (isDryRun: boolean, report: Report<Row>) => Promise<ImportSummary>,
): Promise<void> =>
  withReportFile(file, async (write) => {
    const checked = await run(true, async (rows) => {
      sayLines(terminal, rows.flatMap(refusalLines));
      if (dryRun) await write(rows);
    });
    if (checked.refused > 0) {
      say(terminal, `${checked.refused} of ${totalOf(checked)} rows are refused. Nothing was imported.`);
      throw refusedRows();
    }
    if (dryRun) {
      say(terminal, `${checked.added} to import, ${checked.present} imported before. Nothing was written.`);
      return;
    }
    const done = await run(false, async (rows) => {
      sayLines(terminal, rows.flatMap(refusalLines));
      await write(rows);
      const last = rows.at(-1);
      if (last !== undefined && terminal.stdout.isTTY === true) terminal.stdout.write(`\r${last.row} rows`);
    });
    say(terminal, summaryLine(done));
    if (done.refused > 0) throw refusedRows();
  });

const refusedRows = (): FailedChecks =>
  new FailedChecks('Correct the refused rows and run the command again. Imported rows are then left out.');

const totalOf = (summary: ImportSummary): number => Object.values(summary).reduce((sum, count) => sum + count, 0);

const summaryLine = ({ added, present, refused, 'held-back': heldBack }: ImportSummary): string =>
  [
    `${added} imported`,
    `${present} imported before`,
    ...(refused > 0
      ? [`${refused} refused`, `${heldBack} not imported because of a refused row in the same transaction`]
      : []),
  ].join(', ') + '.';

/** Returns a line for each error of a refused row. */
const refusalLines = ({ row, sourceId, errors = [] }: RowReport): readonly string[] =>
  errors.map(({ field, message }) => {
    const name = sourceId === null ? '' : ` (${JSON.stringify(sourceId)})`;
    return `! row ${row}${name}: ${field === '' ? '' : `${field}: `}${message}`;
  });

function sayLines(terminal: Terminal, lines: readonly string[]): void {
  for (const line of lines) say(terminal, line);
}

/** Runs `use` with a function that writes reports to a file, one JSON object a line; without a file, it does nothing. */
async function withReportFile(
  file: string | undefined,
  use: (write: (rows: readonly RowReport[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (file === undefined) return use(async () => undefined);
  const handle = await open(file, 'w', 0o600);
  try {
    await use(async (rows) => void (await handle.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))));
  } finally {
    await handle.close();
  }
}

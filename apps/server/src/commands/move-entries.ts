import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { linesOf, type EntryFormat } from '@portcullis/adapters-http/internal/routes/own-files';
import type { ImportedEntry } from '@portcullis/application/internal/import-entries';
import type { ImportedRow } from '@portcullis/application/internal/imports/report';
import type { OwnEntity } from '@portcullis/domain';
import { operator } from '../adapters/operator.ts';
import { decodedPieces } from '../moving/decoded-text.ts';
import { isNdjson } from '../moving/ndjson.ts';
import { readOwnRows } from '../moving/own-rows.ts';
import { checkModules } from '../wiring/check-modules.ts';
import type { EntryTransfer } from '../wiring/module-parts.ts';
import { loadModules } from './load-modules.ts';
import { runImport, type RunImportOptions } from './run-import.ts';
import { say, UsageError, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

export interface ExportEntriesOptions {
  readonly modules?: string;
}

export interface ImportEntriesOptions extends ExportEntriesOptions, RunImportOptions {
  readonly by: string;
}

/**
 * Uses the entries of the module with a name.
 * @throws {UsageError} if there is no such module, or it has no entries
 */
async function withEntries(
  terminal: Terminal,
  name: string,
  { modules: file }: ExportEntriesOptions,
  use: (entries: EntryTransfer) => Promise<void>,
): Promise<void> {
  const modules = await loadModules(file);
  checkModules(modules);
  const found = modules.find((each) => each.name === name)?.entries;
  if (found === undefined) {
    const names = modules.flatMap((each) => (each.entries === undefined ? [] : each.name)).join(', ') || 'none';
    throw new UsageError(`There is no resource ${name}. The resources of the modules: ${names}.`);
  }
  await withService(terminal, (services) => use(found(services)), modules);
}

function formatOf(file: string): EntryFormat {
  if (isNdjson(file)) return 'ndjson';
  if (extname(file).toLowerCase() === '.csv') return 'csv';
  throw new UsageError('The name of the file must end in .csv, .ndjson or .jsonl.');
}

/** Writes all entries of a resource to a new file that only the user of the process can read. */
export const exportEntriesTo = (
  terminal: Terminal,
  name: string,
  file: string,
  options: ExportEntriesOptions,
): Promise<void> =>
  withEntries(terminal, name, options, async ({ columns, pages }) => {
    let count = 0;
    async function* counted(): AsyncGenerator<readonly OwnEntity[]> {
      for await (const page of pages()) {
        count += page.length;
        yield page;
      }
    }
    const lines = linesOf(formatOf(file), columns, counted());
    await pipeline(Readable.from(lines), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    say(terminal, `${count} exported.`);
  });

/**
 * Imports the entries of a file, each row in a transaction of its own.
 * @throws {FailedChecks} after the refused rows were printed
 */
export const importEntriesFrom = (
  terminal: Terminal,
  name: string,
  file: string,
  options: ImportEntriesOptions,
): Promise<void> =>
  withEntries(terminal, name, options, async ({ columns, keys, readEntry, importEntries }) => {
    const { by, encoding } = options;
    if (!keys.includes(by)) throw new UsageError(`--by takes one of ${keys.join(', ')}.`);
    const format = formatOf(file);
    const actor = operator(`import ${name}`);
    async function* rows(remember: (row: number, given: unknown) => void): AsyncGenerator<ImportedRow<ImportedEntry>> {
      for await (const each of readOwnRows(format, decodedPieces(file, { encoding }), columns)) {
        remember(each.row, each.values);
        yield readEntry(format, by, each);
      }
    }
    await runImport(terminal, file, options, (isDryRun, { remember, report }) =>
      importEntries({
        actor,
        by,
        isDryRun,
        rows: rows(remember),
        report,
      }),
    );
  });

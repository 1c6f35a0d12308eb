import { writeFile } from 'node:fs/promises';
import { readImportedContent } from '@portcullis/adapters-http/internal';
import type { ContentReport, ImportedContent, ImportedRow } from '@portcullis/application/internal';
import type { Utf8Text } from '@portcullis/domain/internal';
import { operator } from '../adapters/operator.ts';
import type { SourceContent } from '../moving/content-source.ts';
import { quotedCell } from '../moving/spreadsheet-cells.ts';
import { readContents } from '../moving/read-contents.ts';
import { runImport, type RunImportOptions } from './run-import.ts';
import { say, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

export interface ImportContentsOptions extends RunImportOptions {
  readonly html: 'markdown' | 'richtext';
  /** The file for the redirects from the earlier to the new paths. */
  readonly redirects?: string;
  /** The beginning of the new paths. The slug follows it. */
  readonly redirectBase: string;
}

const wholeOf = (text: string | Utf8Text): string =>
  typeof text === 'string' ? text : new TextDecoder().decode(text.bytes);

/**
 * Imports the contents of a file or folder.
 * @throws {FailedChecks} after the refused rows were printed
 */
export const importContentsFrom = (
  terminal: Terminal,
  path: string,
  { html, redirects: redirectFile, redirectBase, ...options }: ImportContentsOptions,
): Promise<void> =>
  withService(terminal, async ({ importContents, markdown }) => {
    const clean = async (text: string) => wholeOf(await markdown.clean(text));
    const render = async (text: string) => wholeOf((await markdown.render(text)).html);
    const actor = operator('import contents');
    const paths = new Map<number, string>();
    const redirects: string[] = [];
    await runImport<ContentReport>(terminal, options, async (isDryRun, report) => {
      const sources = await readContents(path, { keepHtml: html === 'richtext', clean, render });
      return importContents({
        actor,
        rows: rowsOf(sources, paths),
        isDryRun,
        report: async (rows) => {
          await report(rows);
          if (isDryRun) return;
          for (const line of rows.flatMap(noteLines)) say(terminal, line);
          for (const { row, slug } of rows) {
            const from = paths.get(row);
            const to = `${redirectBase}${slug ?? ''}`;
            if (from !== undefined && slug !== undefined && from !== to)
              redirects.push(`${quotedCell(from)},${quotedCell(to)}\n`);
          }
          paths.clear();
        },
      });
    });
    if (redirectFile !== undefined && options.dryRun !== true)
      await writeFile(redirectFile, `from,to\n${redirects.join('')}`);
  });

/** Checks the fields of the contents, and remembers the paths at which they were published by the number of the row. */
async function* rowsOf(
  sources: AsyncIterable<SourceContent>,
  paths: Map<number, string>,
): AsyncGenerator<ImportedRow<ImportedContent>> {
  for await (const { row, fields, path } of sources) {
    if (path !== undefined) paths.set(row, path);
    yield fields === undefined
      ? { row, sourceId: null, errors: [{ field: '', message: 'This row is not valid JSON or YAML.' }] }
      : readImportedContent(row, fields);
  }
}

const noteLines = ({ row, sourceId, notes = [] }: ContentReport): readonly string[] =>
  notes.map((note) => `~ row ${row} (${JSON.stringify(sourceId)}): ${note}`);

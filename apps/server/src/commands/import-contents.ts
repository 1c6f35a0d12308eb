import { writeFile } from 'node:fs/promises';
import { readImportedContent } from '@portcullis/adapters-http/internal/routes/imported-contents';
import type { ContentReport, ImportedContent } from '@portcullis/application/internal/imports/import-contents';
import { pictureAddressesOf } from '@portcullis/application/internal/imports/import-pictures';
import type { ImportedRow } from '@portcullis/application/internal/imports/report';
import type { Utf8Text } from '@portcullis/domain/internal/text';
import { operator } from '../adapters/operator.ts';
import { withAudience } from '../moving/audience.ts';
import type { SourceContent } from '../moving/content-source.ts';
import { pictureSource } from '../moving/picture-source.ts';
import { quotedCell } from '../moving/spreadsheet-cells.ts';
import { readContents } from '../moving/read-contents.ts';
import { runImport, type RunImportOptions } from './run-import.ts';
import { say, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

export interface ImportContentsOptions extends RunImportOptions {
  readonly html: 'markdown' | 'richtext';
  /** A folder with pictures. */
  readonly media?: string;
  /** Whether pictures are taken into the library. */
  readonly pictures: boolean;
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
  {
    html,
    media: folder,
    pictures: takesPictures,
    redirects: redirectFile,
    redirectBase,
    ...options
  }: ImportContentsOptions,
): Promise<void> =>
  withService(terminal, async ({ importContents, uploadMedia, markdown, config, localFiles }) => {
    const rules = { allowedPorts: config.webhookAllowedPorts, allowedHosts: config.webhookAllowedHosts };
    const source = pictureSource({ ...rules, localFiles, folder, maxBytes: config.mediaMaxBytes });
    const clean = async (text: string) => wholeOf(await markdown.clean(text));
    const render = async (text: string) => wholeOf((await markdown.render(text)).html);
    const actor = operator('import contents');
    const paths = new Map<number, string>();
    const pictures = new Map<number, readonly string[]>();
    const toReceive = new Set<string>();
    const redirects: string[] = [];
    // The rows are read more than once.
    const told = new Set<string>();
    const tellOnce = (line: string): void => {
      if (!told.has(line)) say(terminal, line);
      told.add(line);
    };
    await runImport<ContentReport>(terminal, options, async (isDryRun, report) => {
      const sources = await readContents(path, { keepHtml: html === 'richtext', clean, render });
      return importContents({
        actor,
        rows: rowsOf(sources, paths, pictures, tellOnce),
        isDryRun,
        pictures: takesPictures ? { ...source, uploadMedia } : undefined,
        report: async (rows) => {
          await report(rows);
          if (isDryRun) {
            for (const { row, outcome } of rows)
              if (outcome === 'added') for (const address of pictures.get(row) ?? []) toReceive.add(address);
            pictures.clear();
            return;
          }
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
    if (options.dryRun === true && takesPictures && toReceive.size > 0)
      say(terminal, `${toReceive.size} pictures to receive.`);
    if (redirectFile !== undefined && options.dryRun !== true)
      await writeFile(redirectFile, `from,to\n${redirects.join('')}`);
  });

/**
 * Checks the fields of the contents. Remembers by the number of the row the paths at which they were published, and the
 * addresses of their pictures.
 */
async function* rowsOf(
  sources: AsyncIterable<SourceContent>,
  paths: Map<number, string>,
  pictures: Map<number, readonly string[]>,
  tell: (line: string) => void,
): AsyncGenerator<ImportedRow<ImportedContent>> {
  const now = new Date();
  for await (const source of sources) {
    const { row, path, leftOut, reason = 'This row is not valid JSON.' } = source;
    if (leftOut !== undefined) {
      tell(`~ row ${row}: left out, because ${leftOut}`);
      continue;
    }
    if (path !== undefined) paths.set(row, path);
    const { fields, note, error } = withAudience(source, now);
    if (note !== undefined) tell(`~ row ${row} (${JSON.stringify(fields?.['sourceId'] ?? null)}): ${note}`);
    const read: ImportedRow<ImportedContent> =
      fields === undefined
        ? { row, sourceId: null, errors: [{ field: '', message: reason }] }
        : error === undefined
          ? readImportedContent(row, fields)
          : { row, sourceId: null, errors: [error] };
    if ('value' in read) pictures.set(row, pictureAddressesOf(read.value));
    yield read;
  }
}

const noteLines = ({ row, sourceId, notes = [] }: ContentReport): readonly string[] =>
  notes.map((note) => `~ row ${row} (${JSON.stringify(sourceId)}): ${note}`);

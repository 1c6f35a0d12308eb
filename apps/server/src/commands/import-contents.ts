import { writeFile } from 'node:fs/promises';
import type { ContentReport, ImportedContent } from '@portcullis/application/internal/imports/import-contents';
import { pictureAddressesOf } from '@portcullis/application/internal/imports/import-pictures';
import type { ImportedRow } from '@portcullis/application/internal/imports/report';
import { operator } from '../adapters/operator.ts';
import type { SourceContent } from '../moving/content-source.ts';
import { decidedContent, type DecideOptions } from '../moving/decided-contents.ts';
import { pictureSource } from '../moving/picture-source.ts';
import { readContents } from '../moving/read-contents.ts';
import { openRowThreads } from '../moving/row-threads.ts';
import { quotedCell } from '@portcullis/adapters-http/internal/responses/spreadsheet-cells';
import { runImport, type RunImportOptions } from './run-import.ts';
import { say, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

interface ImportContentsOptions extends RunImportOptions {
  readonly html: 'markdown' | 'richtext';
  readonly trustHtml?: boolean;
  /** A folder with pictures. */
  readonly media?: string;
  /** Whether pictures are taken into the library. */
  readonly pictures: boolean;
  /** The file for the redirects from the earlier to the new paths. */
  readonly redirects?: string;
  /** The beginning of the new paths. The slug follows it. */
  readonly redirectBase: string;
}

/**
 * Imports the contents of a file or folder.
 * @throws {FailedChecks} after the refused rows were printed
 */
export const importContentsFrom = (terminal: Terminal, path: string, options: ImportContentsOptions): Promise<void> =>
  withService(terminal, async ({ importContents, uploadMedia, config, localFiles }) => {
    const { html, media: folder, pictures: takesPictures, redirects: redirectFile, redirectBase, encoding } = options;
    const rules = { allowedPorts: config.webhookAllowedPorts, allowedHosts: config.webhookAllowedHosts };
    const source = pictureSource({ ...rules, localFiles, folder, maxBytes: config.mediaMaxBytes });
    const { rowWork, close } = openRowThreads();
    const decide = {
      rowWork,
      keepHtml: html === 'richtext',
      trustHtml: options.trustHtml === true,
      timeZone: options.timeZone,
      now: new Date(),
    };
    const pathOfSlug = (slug: string): string => config.contentUrlTemplate.replaceAll('{slug}', () => slug);
    const remembered: Remembered = { paths: new Map(), pictures: new Map() };
    const toReceive = new Set<string>();
    const redirects: string[] = [];
    // The rows are read more than once.
    const told = new Set<string>();
    const tellOnce = (line: string): void => {
      if (!told.has(line)) say(terminal, line);
      told.add(line);
    };
    const imported = runImport<ContentReport>(terminal, path, options, async (isDryRun, { remember, report }) => {
      const sources = await readContents(path, { rowWork, encoding, pathOfSlug });
      return importContents({
        actor: operator('import contents'),
        rows: rowsOf(sources, decide, { ...remembered, remember }, tellOnce),
        isDryRun,
        skipsRefused: options.skipRefused === true,
        pictures: takesPictures ? { ...source, uploadMedia } : undefined,
        report: async (rows) => {
          await report(rows);
          for (const { row, outcome, slug } of rows) {
            const from = remembered.paths.get(row);
            const to = `${redirectBase}${slug ?? ''}`;
            if (isDryRun && outcome === 'added')
              for (const address of remembered.pictures.get(row) ?? []) toReceive.add(address);
            if (!isDryRun && from !== undefined && slug !== undefined && from !== to)
              redirects.push(`${quotedCell(from)},${quotedCell(to)}\n`);
          }
          if (!isDryRun) for (const line of rows.flatMap(noteLines)) say(terminal, line);
          remembered.paths.clear();
          remembered.pictures.clear();
        },
      });
    });
    try {
      await imported;
    } finally {
      await close();
    }
    if (options.dryRun === true && takesPictures && toReceive.size > 0)
      say(terminal, `${toReceive.size} pictures to receive.`);
    if (redirectFile !== undefined && options.dryRun !== true)
      await writeFile(redirectFile, `from,to\n${redirects.join('')}`);
  });

/** What is needed of the rows of a transaction after it has ended, by the number of the row. */
interface Remembered {
  /** The paths at which the contents were published. */
  readonly paths: Map<number, string>;
  readonly pictures: Map<number, readonly string[]>;
}

/** Decides what is imported of each content, and remembers its path, pictures and fields. */
async function* rowsOf(
  sources: AsyncIterable<SourceContent>,
  decide: DecideOptions,
  { paths, pictures, remember }: Remembered & { readonly remember: (row: number, fields: unknown) => void },
  tell: (line: string) => void,
): AsyncGenerator<ImportedRow<ImportedContent>> {
  for await (const source of sources) {
    const { row, path, leftOut } = source;
    if (leftOut !== undefined) {
      tell(`~ row ${row}: left out, because ${leftOut}`);
      continue;
    }
    if (path !== undefined) paths.set(row, path);
    const decided = await decidedContent(source, decide);
    for (const note of decided.notes) tell(`~ row ${row} (${JSON.stringify(decided.row.sourceId)}): ${note}`);
    if ('value' in decided.row) pictures.set(row, pictureAddressesOf(decided.row.value));
    remember(row, decided.fields);
    yield decided.row;
  }
}

const noteLines = ({ row, sourceId, notes = [] }: ContentReport): readonly string[] =>
  notes.map((note) => `~ row ${row} (${JSON.stringify(sourceId)}): ${note}`);

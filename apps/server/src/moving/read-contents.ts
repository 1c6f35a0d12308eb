import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { ReadContentOptions, SourceContent } from './content-source.ts';
import { readGhost } from './read-ghost.ts';
import { readMarkdownFolder } from './read-markdown-folder.ts';
import { decodedPieces } from './decoded-text.ts';
import { isNdjson, readNdjson } from './ndjson.ts';
import { readWordPress } from './read-wordpress.ts';
import { ownStatusOf, statedAudience } from './stated-audience.ts';
import { UnreadableFile } from '@portcullis/adapters-http/internal/routes/imports/unreadable-file';

async function* readLines(file: string, options: ReadContentOptions): AsyncGenerator<SourceContent> {
  for await (const { row, value } of readNdjson(decodedPieces(file, options))) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const given: Readonly<Record<string, unknown>> = isObject ? { ...value } : {};
    const status = given['status'] === undefined ? {} : { status: ownStatusOf(given['status']) };
    yield isObject
      ? { row, fields: { ...given, ...status }, audience: statedAudience(given) }
      : { row, fields: undefined };
  }
}

/**
 * Reads the contents of a WordPress export (`.xml`), a Ghost export (`.json`), a file in NDJSON, or a folder of Markdown
 * files.
 * @throws {UnreadableFile}
 */
export async function readContents(path: string, options: ReadContentOptions): Promise<AsyncGenerator<SourceContent>> {
  if ((await stat(path)).isDirectory()) return readMarkdownFolder(path, options);
  if (isNdjson(path)) return readLines(path, options);
  switch (extname(path).toLowerCase()) {
    case '.xml':
      return readWordPress(path, options);
    case '.json':
      return readGhost(path, options);
    default:
      throw new UnreadableFile('The path must be a folder, or end in .xml, .json, .ndjson or .jsonl.');
  }
}

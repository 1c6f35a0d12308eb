import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readWholeText, type ExportedContent } from '@portcullis/application';
import { isNdjson } from '../moving/ndjson.ts';
import { pagesOf } from '../moving/pages.ts';
import { fileNameOf, fileOfContent, lineOfContent, type ContentFieldsOfFile } from '../moving/write-contents.ts';
import type { Services } from '../wiring/services.ts';
import { say, UsageError, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

/** Maximum number of contents whose names are read at a time. The bodies are read one after another. */
const batch = 200;

interface ExportedFields {
  readonly id: string;
  readonly slug: string;
  readonly fields: ContentFieldsOfFile;
}

/** Writes all contents to a new file in NDJSON, or to a new folder of Markdown files. */
export const exportContentsTo = (terminal: Terminal, path: string): Promise<void> =>
  withService(terminal, async (services) => {
    let count = 0;
    async function* contents(): AsyncGenerator<ExportedFields> {
      for await (const content of contentsOf(services)) {
        count += 1;
        yield content;
      }
    }
    if (isNdjson(path)) {
      const lines = Readable.from(contents()).map(({ fields }: ExportedFields) => lineOfContent(fields));
      await pipeline(lines, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    } else if (extname(path) === '') {
      await mkdir(path);
      for await (const { id, slug, fields } of contents())
        await writeFile(join(path, fileNameOf(slug, id)), fileOfContent(fields), { flag: 'wx' });
    } else throw new UsageError('The path must be a new folder without a dot, or end in .ndjson or .jsonl.');
    say(terminal, `${count} exported.`);
  });

async function* contentsOf(services: Services): AsyncGenerator<ExportedFields> {
  const read = (after: ExportedContent['id'] | undefined) => services.imports.contents({ limit: batch, after });
  for await (const page of pagesOf(read)) {
    for (const each of page) {
      const exported = await fieldsOf(services, each);
      // A content can be removed while the export runs.
      if (exported !== undefined) yield exported;
    }
  }
}

async function fieldsOf(
  { contents }: Services,
  { id, sourceId, author, tags, category }: ExportedContent,
): Promise<ExportedFields | undefined> {
  const content = await contents.find(id);
  if (content === undefined) return undefined;
  const { title, slug, summary, editorType, status, createdAt, updatedAt, publishedAt, publishAt, unpublishAt } =
    content;
  const whole = async (body: typeof content.contentRaw) => (body === null ? null : readWholeText(body));
  const dates = { createdAt, updatedAt, publishedAt, publishAt, unpublishAt };
  const texts = Object.entries(dates).map(([name, at]) => [name, at?.toISOString() ?? null] as const);
  const fields = {
    sourceId,
    title,
    slug,
    summary,
    editorType,
    status,
    ...Object.fromEntries(texts),
    author,
    tags,
    category,
    // The HTML of Markdown is converted again by an import.
    contentHtml: editorType === 'RICHTEXT' ? await whole(content.contentHtml) : null,
    contentRaw: await whole(content.contentRaw),
    contentMd: await whole(content.contentMd),
  };
  return { id, slug, fields };
}

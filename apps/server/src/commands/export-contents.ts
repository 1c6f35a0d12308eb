import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readWholeText } from '@portcullis/application/internal/contents/content-body';
import type { ExportedContent } from '@portcullis/application/internal/ports/imports';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import { mediaUrl } from '@portcullis/domain/internal/media/media';
import { originalKey } from '@portcullis/domain/internal/media/media-file';
import { mediaIdsIn } from '@portcullis/domain/internal/media/shown-picture';
import { isNdjson } from '../moving/ndjson.ts';
import { pagesOf } from '../moving/pages.ts';
import { fileNameOf, fileOfContent, lineOfContent, type ContentOfFile } from '../moving/write-contents.ts';
import { writeGhost } from '../moving/write-ghost.ts';
import { writeWordPress } from '../moving/write-wordpress.ts';
import type { Services } from '../wiring/services.ts';
import { say, UsageError, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

/** Maximum number of contents whose names are read at a time. The bodies are read one after another. */
const batch = 200;

interface ExportContentsOptions {
  /** The folder for the files to which the contents refer. */
  readonly media?: string;
}

/**
 * Writes all contents to a new file in NDJSON or in the form of WordPress or Ghost, or to a new folder of Markdown files.
 * Only the user of the process can read them, because drafts are among them.
 */
export const exportContentsTo = (
  terminal: Terminal,
  path: string,
  { media: folder }: ExportContentsOptions = {},
): Promise<void> =>
  withService(terminal, async (services) => {
    if (folder !== undefined) await mkdir(folder, { mode: 0o700 });
    let count = 0;
    const written = new Set<MediaId>();
    async function* counted(): AsyncGenerator<ContentOfFile> {
      for await (const content of contentsOf(services)) {
        count += 1;
        if (folder !== undefined) await writeMedia(services, { folder, written }, content);
        yield content;
      }
    }
    const text = textOf(path, services, counted());
    if (text !== undefined) {
      await pipeline(Readable.from(text), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    } else {
      await mkdir(path, { mode: 0o700 });
      for await (const { id, fields } of counted())
        await writeFile(join(path, fileNameOf(fields.slug, id)), fileOfContent(fields), { flag: 'wx', mode: 0o600 });
    }
    say(terminal, `${count} exported.`);
  });

/**
 * Writes the files to which a content refers as `<id>/<name>`, the end of their addresses.
 * @param target the folder, and the ids of the files that earlier contents have put there
 */
async function writeMedia(
  { media, mediaStore }: Services,
  { folder, written }: { readonly folder: string; readonly written: Set<MediaId> },
  { fields: { contentMd, contentHtml, contentRaw, cover } }: ContentOfFile,
): Promise<void> {
  const ids = new Set([contentMd, contentHtml, contentRaw, cover].flatMap((text) => mediaIdsIn(text ?? '', Infinity)));
  for (const id of ids) {
    if (written.has(id)) continue;
    written.add(id);
    const file = await media.find(id);
    const stored = file && (await mediaStore.read(originalKey(id)));
    if (file === undefined || stored === undefined) continue;
    await mkdir(join(folder, id), { recursive: true, mode: 0o700 });
    await pipeline(stored.bytes, createWriteStream(join(folder, id, file.fileName), { mode: 0o600 }));
  }
}

/** Returns the text of a file; undefined if the path is that of a folder. @throws {UsageError} */
function textOf(
  path: string,
  services: Services,
  contents: AsyncIterable<ContentOfFile>,
): AsyncIterable<string> | undefined {
  if (isNdjson(path)) return Readable.from(contents).map(({ fields }: ContentOfFile) => lineOfContent(fields));
  switch (extname(path).toLowerCase()) {
    case '.xml':
      return writeWordPress(namesOf(services), contents);
    case '.json':
      return writeGhost(contents, services.clock.now());
    case '':
      return undefined;
    default:
      throw new UsageError('The path must be a new folder without a dot, or end in .ndjson, .jsonl, .xml or .json.');
  }
}

async function* namesOf(services: Services): AsyncGenerator<ExportedContent> {
  const read = (after: ExportedContent['id'] | undefined) => services.imports.contents({ limit: batch, after });
  for await (const page of pagesOf(read)) yield* page;
}

async function* contentsOf(services: Services): AsyncGenerator<ContentOfFile> {
  for await (const each of namesOf(services)) {
    const content = await contentOfFile(services, each);
    // A content can be removed while the export runs.
    if (content !== undefined) yield content;
  }
}

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

async function contentOfFile(
  { contents }: Services,
  { id, sourceId, author, authorEmail, tags, category }: ExportedContent,
): Promise<ContentOfFile | undefined> {
  const content = await contents.find(id);
  if (content === undefined) return undefined;
  const { title, slug, summary, editorType, status } = content;
  const whole = async (body: typeof content.contentRaw) => (body === null ? null : readWholeText(body));
  const html = () => whole(content.contentHtml);
  return {
    id,
    authorEmail,
    html: async () => (await html()) ?? '',
    fields: {
      sourceId,
      title,
      slug,
      summary,
      editorType,
      status,
      createdAt: content.createdAt.toISOString(),
      updatedAt: content.updatedAt.toISOString(),
      publishedAt: time(content.publishedAt),
      publishAt: time(content.publishAt),
      unpublishAt: time(content.unpublishAt),
      author,
      tags,
      category,
      cover: content.cover === null ? null : mediaUrl('', content.cover),
      contentHtml: editorType === 'RICHTEXT' ? await html() : null,
      contentRaw: await whole(content.contentRaw),
      contentMd: await whole(content.contentMd),
    },
  };
}

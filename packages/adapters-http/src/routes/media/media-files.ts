import { StoreFailure } from '@portcullis/application';
import { chooseBytes } from '@portcullis/application/internal/media/choose-bytes';
import type { VisitorViews } from '@portcullis/application/internal/ports/access';
import type { MediaViews, ServedMedia } from '@portcullis/application/internal/ports/media';
import {
  MediaStoreFailure,
  type ByteRange,
  type MediaStore,
  type StoredBytes,
} from '@portcullis/application/internal/ports/media-files';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import type { MediaPreset } from '@portcullis/domain/internal/media/media-file';
import { LRUCache } from 'lru-cache';
import { fileResponse } from '../../responses/file-response.ts';
import type { FileResponse } from '../../responses/response-data.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Integer, Optional, Text, Uuid } from '../../validation/fields.ts';
import type { Schema } from '../../validation/schema.ts';
import { route, type Route } from '../route.ts';

class MediaFilePath {
  @Uuid() @Describe('The id of the file.') id!: MediaId;
  @Text({ min: 1, max: 255 }) @Describe('The last part of the URL of the file.') name!: string;
}

class MediaFileParameters {
  @Optional()
  @Text({ min: 1, max: 64 })
  @Describe('The name of a preset, for a smaller copy of a picture. By default, the file itself is sent.')
  preset?: string;
  @Optional() @Integer(1) @Describe('The version of the variants, which is part of their URLs.') v?: number;
}

interface MediaFileRouteDependencies {
  readonly media: MediaViews;
  /** Reads from a replica if there is one. */
  readonly visitorViews: VisitorViews;
  readonly mediaStore: MediaStore;
  readonly mediaPresets: readonly MediaPreset[];
}

const bytes: Schema<FileResponse> = { type: 'string', format: 'binary' };

/** Nothing in a file can run, even if a browser shows it as a page. Pages of other sites may show it. */
const safety = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const webp = 'image/webp';

const forever = 'public, max-age=31536000, immutable';

/** Only files that browsers show without running anything are shown in the browser. */
const dispositionOf = ({ type }: ServedMedia) => (type === 'document' ? { 'Content-Disposition': 'attachment' } : {});

const contentType = (mime: string): string => (mime === 'text/plain' ? `${mime}; charset=utf-8` : mime);

/** How long a process uses what it knows about a file, in milliseconds. A removed file is served for at most this time. */
const factsMs = 5000;
const cachedFiles = 10_000;

/** Ends the reading of bytes that are not sent. An iterator that has not begun would not close the file. */
async function closeBytes({ bytes: unread }: StoredBytes): Promise<void> {
  const iterator = unread[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return?.();
}

function undefinedIfUnavailable(error: unknown): undefined {
  if (!(error instanceof StoreFailure)) throw error;
  return undefined;
}

/** The route that serves the bytes of files (docs/interface.md §4.15). */
export function mediaFileRoutes(deps: MediaFileRouteDependencies): readonly Route[] {
  // A file that was uploaded just now may not have reached the replica yet. If the primary cannot be read either, the
  // replica knows best.
  const read = async (id: MediaId): Promise<ServedMedia | undefined> =>
    (await deps.visitorViews.media.served(id)) ?? (await deps.media.served(id).catch(undefinedIfUnavailable));
  // A page shows many files, and a file is shown by many pages, so the row is not read for each request.
  const known = new LRUCache<MediaId, ServedMedia>({
    max: cachedFiles,
    ttl: factsMs,
    fetchMethod: read,
  });
  return [
    route({
      method: 'GET',
      base: '',
      path: '/media/:id/:name',
      operation: 'getMediaFile',
      summary: 'Read the bytes of a file',
      description:
        'The bytes of a file never change, so clients may keep them for ever. With `preset`, a smaller copy of a picture is sent, in WebP if `Accept` contains `image/webp`. Clients may keep a copy for ever only if `v` is its version, which the URLs of `variants` contain. Until the copy has been made, a smaller copy or the file itself is sent, with `Cache-Control: no-cache`. `Range` is supported. Files that are no pictures, videos or sound are sent as attachments.',
      access: 'public',
      media: 'application/octet-stream',
      params: MediaFilePath,
      query: MediaFileParameters,
      otherStatuses: {
        206: 'The part of the file that `Range` asks for.',
        416: 'The file does not have the bytes of `Range`.',
      },
      data: bytes,
      refuses: ['media-not-found'],
      handle: async ({ params: { id, name }, query: { preset, v }, header, isHead, acceptedTypes }) => {
        const found = await known.fetch(id);
        const file = orNotFound(found?.fileName === name ? found : undefined, 'media-not-found');
        const acceptsWebp = preset !== undefined && acceptedTypes().some((type) => type.toLowerCase() === webp);
        const wanted = { preset, variantsVersion: v, acceptsWebp };
        const { key, size, mime, etag, isFinal } = chooseBytes(file, wanted, deps.mediaPresets);
        const open = async (range?: ByteRange) => {
          const stored = orNotFound(await deps.mediaStore.read(key, range), 'media-not-found');
          if (stored.size === size) return stored.whole ?? stored.bytes;
          if (stored.whole === undefined) await closeBytes(stored);
          throw new MediaStoreFailure(`A stored file has ${stored.size} instead of ${size} bytes: ${key}`);
        };
        const headers = {
          ...safety,
          ...dispositionOf(file),
          'Content-Type': contentType(mime),
          'Cache-Control': isFinal ? forever : 'no-cache',
          ...(preset !== undefined && { Vary: 'Accept' }),
        };
        return fileResponse({ size, etag, headers, open }, { header, isHead });
      },
    }),
  ];
}

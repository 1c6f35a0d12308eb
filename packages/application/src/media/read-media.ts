import type { Reach } from '@portcullis/domain/internal/access/reach';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import type { StoredMedia } from '@portcullis/domain/internal/media/media';
import type { Page } from '../ports/lists.ts';
import type { MediaListQuery, MediaUsage, MediaViews } from '../ports/media.ts';
import { reachedPage } from '../reach.ts';
import { requireStoredMediaReach, type MediaReach } from './media-reach.ts';

interface Dependencies {
  readonly media: MediaViews;
}

/** What `readMedia` needs. */
export interface ReadMediaInput extends MediaReach {
  readonly id: MediaId;
}

/**
 * Reads what is known about a file.
 * @throws {BusinessError} media-not-found, also if the caller may not read the file
 */
export const readMedia =
  ({ media }: Dependencies) =>
  async ({ id, reach }: ReadMediaInput): Promise<StoredMedia> => {
    const stored = orNotFound(await media.find(id), 'media-not-found');
    requireStoredMediaReach(reach, stored);
    return stored;
  };

/** What `listMedia` needs. */
export interface ListMediaInput extends MediaReach {
  readonly query: Omit<MediaListQuery, 'reach'>;
}

/** Lists the files that the caller may read. */
export const listMedia =
  ({ media }: Dependencies) =>
  ({ query, reach }: ListMediaInput): Promise<Page<StoredMedia>> =>
    reachedPage(reach, query, (condition) => media.list(condition ? { ...query, reach: condition } : query));

/** What `readMediaUsage` needs. */
export interface ReadMediaUsageInput extends ReadMediaInput {
  /** The unpublished contents that the caller may read. */
  readonly contents: Reach;
}

/**
 * Returns what refers to a file.
 * @throws {BusinessError} media-not-found, also if the caller may not read the file
 */
export const readMediaUsage =
  (deps: Dependencies) =>
  async ({ id, reach, contents }: ReadMediaUsageInput): Promise<MediaUsage> => {
    await readMedia(deps)({ id, reach });
    return deps.media.usage(id, contents);
  };

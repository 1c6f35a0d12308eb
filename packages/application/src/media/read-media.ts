import type { Reach } from '@portcullis/domain/internal/access/reach';
import { comparison } from '@portcullis/domain/internal/conditions/condition';
import { allOf, anyOf } from '@portcullis/domain/internal/conditions/simplify-condition';
import { asText } from '@portcullis/domain/internal/own-fields';
import type { OwnResource } from '@portcullis/domain/internal/own-resource';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import type { StoredMedia } from '@portcullis/domain/internal/media/media';
import type { Page } from '../ports/lists.ts';
import type { MediaListQuery, MediaUsage, MediaViews, ReferringEntry } from '../ports/media.ts';
import type { OwnViews } from '../ports/own-resources.ts';
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

/** The entries of a resource that the caller may read. */
export interface ReadableEntries {
  readonly resource: OwnResource;
  readonly views: Pick<OwnViews, 'list'>;
  readonly reach: Reach;
}

/** What `readMediaUsage` needs. */
export interface ReadMediaUsageInput extends ReadMediaInput {
  /** The unpublished contents that the caller may read. */
  readonly contents: Reach;
  /** The entries that can refer to files. */
  readonly entries: readonly ReadableEntries[];
}

const newest = { page: 1, pageSize: 100, sortBy: 'createdAt', sortOrder: 'desc' } as const;

/** Returns the newest entries that refer to a file. */
async function entriesWith(
  id: MediaId,
  { resource, views, reach }: ReadableEntries,
): Promise<readonly (ReferringEntry & { readonly at: Date })[]> {
  const { name, namedBy, references } = resource;
  const ofMedia = references.filter(({ to }) => to === 'media');
  const uses = anyOf(ofMedia.map(({ field, isList }) => comparison(field, isList ? 'contains' : 'eq', id)));
  const { items } = await reachedPage(allOf([uses, reach]), newest, (filter) => views.list({ ...newest, filter }));
  return items.map((entry) => ({ resource: name, id: entry.id, name: asText(entry[namedBy]), at: entry.createdAt }));
}

/**
 * Returns what refers to a file.
 * @throws {BusinessError} media-not-found, also if the caller may not read the file
 */
export const readMediaUsage =
  (deps: Dependencies) =>
  async ({ id, reach, contents, entries }: ReadMediaUsageInput): Promise<MediaUsage> => {
    await readMedia(deps)({ id, reach });
    const [usage, ...found] = await Promise.all([
      deps.media.usage(id, contents),
      ...entries.map((each) => entriesWith(id, each)),
    ]);
    const sorted = found.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime());
    return { ...usage, entries: sorted.slice(0, newest.pageSize).map(({ at: _at, ...entry }) => entry) };
  };

import { isMediaReached } from '@portcullis/application/internal/media/media-reach';
import type {
  MediaListQuery,
  MediaPageQuery,
  MediaRepository,
  MediaSortField,
  MediaUsage,
  MediaViews,
  ServedMedia,
  StoredBytesOf,
} from '@portcullis/application/internal/ports/media';
import type { Clock } from '@portcullis/application/internal/ports/system';
import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { ContentId, MediaId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { MediaFile, StoredMedia } from '@portcullis/domain/internal/media/media';
import { stateAt } from '@portcullis/domain/internal/contents/schedule';
import { isContentReached, isReadable, itemOf } from '../tables/content-items.ts';
import { rowsOf } from '../tables/grants.ts';
import { referencesTo, revisionsReferringTo } from '../tables/media-references.ts';
import { asRead, type ListRules, matchesFilter, pageOf, sortedBy } from '../tables/pages.ts';
import { ownUsesOf, type State } from '../tables/state.ts';
import { versionedTable } from '../tables/versioned-tables.ts';

export const contracts = [
  () => import('../contracts/media.ts'),
  () => import('../contracts/media-references.ts'),
  () => import('../contracts/media-variants.ts'),
];

const bytesOf = ({ media }: State, uploader: UserId): StoredBytesOf => {
  const sum = (files: readonly StoredMedia[]): number => files.reduce((total, { bytes }) => total + bytes, 0);
  const all = [...media.values()];
  return { all: sum(all), ofUploader: sum(all.filter(({ uploaderId }) => uploaderId === uploader)) };
};

const uploadedIn = ({ media }: State, uploader: UserId, receivedSha256: string): StoredMedia | undefined =>
  [...media.values()].find((file) => file.uploaderId === uploader && file.receivedSha256 === receivedSha256);

const withoutVariants = { variants: [] };

export function repository(state: State, clock: Clock): MediaRepository {
  const rows = versionedTable<StoredMedia>({ rows: state.media, counted: state.counted });
  const asStored = (file: MediaFile): StoredMedia => ({ ...(state.media.get(file.id) ?? withoutVariants), ...file });
  return {
    remove: async (id) => {
      state.variantsDueAt.delete(id);
      for (const [address, mediaId] of state.importedMedia) if (mediaId === id) state.importedMedia.delete(address);
      return rows.remove(id);
    },
    lock: async (id) => {
      const stored = await rows.lock(id);
      if (stored === undefined) return undefined;
      const { variants: _variants, ...file } = stored;
      return file;
    },
    find: async (id) => state.media.get(id),
    usage: async (id, reach) => usageOf(state, id, reach, clock.now()),
    add: (file) => rows.add(asStored(file)),
    save: (file) => rows.save(asStored(file)),
    lockUploads: async () => undefined,
    lockBytes: async (uploader) => bytesOf(state, uploader),
    uploaded: async (uploader, receivedSha256) => uploadedIn(state, uploader, receivedSha256)?.id,
    references: async (id, limit) => referencesTo(state, id).slice(0, limit),
    lockPicture: async (id) => state.media.get(id)?.type === 'image',
    demandVariants: async (ids, at) => {
      for (const file of rowsOf(state.media, ids).filter(({ type }) => type === 'image')) {
        state.variantsVersions.set(file.id, (state.variantsVersions.get(file.id) ?? 0) + 1);
        state.variantsDueAt.set(file.id, at);
      }
    },
    takePicture: async ({ now, until }) => {
      const due = [...state.variantsDueAt].filter(([, at]) => at <= now);
      const [taken] = sortedBy(due, ([, at]) => [at]);
      const file = taken && state.media.get(taken[0]);
      if (file === undefined) return undefined;
      state.variantsDueAt.set(file.id, until);
      const version = state.variantsVersions.get(file.id) ?? 0;
      return { id: file.id, focus: file.focus, version, leasedUntil: until };
    },
    saveVariants: async ({ id, leasedUntil }, variants, presets) => {
      const file = state.media.get(id);
      if (file === undefined || state.variantsDueAt.get(id)?.getTime() !== leasedUntil.getTime()) return false;
      state.variantsDueAt.delete(id);
      state.media.set(id, { ...file, variants });
      state.variantsPresets.set(id, presets);
      return true;
    },
    lockStoreMark: async (proposed) => {
      const mark = state.storeMark.get('media') ?? { text: proposed, isClaimed: false };
      state.storeMark.set('media', mark);
      return mark;
    },
    claimStore: async () => {
      const mark = state.storeMark.get('media');
      if (mark !== undefined) state.storeMark.set('media', { ...mark, isClaimed: true });
    },
  };
}

const listed = (state: State): ListRules<StoredMedia, MediaSortField, MediaListQuery> => ({
  sort: { name: ({ name }) => asRead(name) },
  defaultSort: { by: 'createdAt', order: 'desc' },
  searched: ({ name, alt, title }) => [name, alt, title],
  matches: (file, { type, folder, uploaderId, unused, reach }) =>
    matchesFilter(type, file.type) &&
    matchesFilter(folder, file.folder) &&
    matchesFilter(uploaderId, file.uploaderId) &&
    matchesFilter(unused, referencesTo(state, file.id).length + ownUsesOf(state, file.id) === 0) &&
    isMediaReached(reach, file),
});

const newestFirst = <Item>(items: readonly Item[], timeOf: (item: Item) => Date): readonly Item[] =>
  items.toSorted((a, b) => timeOf(b).getTime() - timeOf(a).getTime());

function usageOf(state: State, id: MediaId, reach: Reach, at: Date): Omit<MediaUsage, 'entries'> {
  const references = referencesTo(state, id);
  const idsOf = (areCopies: boolean) =>
    references.filter(({ isWorkingCopy }) => isWorkingCopy === areCopies).map(({ contentId }) => contentId);
  const itemsOf = (ids: readonly ContentId[]) =>
    rowsOf(state.contents, ids).map((content) => itemOf(state, stateAt(content, at)));
  const isReached = (contentId: ContentId): boolean =>
    itemsOf([contentId]).some((item) => isContentReached(state, item, reach));
  const contents = newestFirst(itemsOf(idsOf(false)), ({ createdAt }) => createdAt);
  const copies = newestFirst(rowsOf(state.workingCopies, idsOf(true)), ({ updatedAt }) => updatedAt);
  const revisions = newestFirst(revisionsReferringTo(state, id), ({ createdAt }) => createdAt);
  return {
    contents: contents
      .filter((item) => isReadable(state, item, reach))
      .map(({ id: contentId, title, slug, status }) => ({ id: contentId, title, slug, status })),
    workingCopies: copies
      .filter((copy) => isReached(copy.id))
      .map(({ id: contentId, title }) => ({ contentId, title })),
    revisions: revisions
      .filter(({ contentId }) => isReached(contentId))
      .map(({ contentId, version, title }) => ({ contentId, version, title })),
    totals: {
      contents: idsOf(false).length,
      workingCopies: copies.length,
      revisions: revisions.length,
      entries: ownUsesOf(state, id),
    },
  };
}

const servedOf = ({ id, fileName, type, mime, bytes, sha256, variants }: StoredMedia): ServedMedia => ({
  id,
  fileName,
  type,
  mime,
  bytes,
  sha256,
  variants,
});

/** Returns a page of the files for which a condition is true. */
const nextOf = (
  { media }: State,
  { after, limit }: MediaPageQuery,
  isWanted = (_file: StoredMedia): boolean => true,
): readonly StoredMedia[] => {
  const rest = [...media.values()].filter((file) => (after === undefined || file.id > after) && isWanted(file));
  return sortedBy(rest, ({ id }) => [id]).slice(0, limit);
};

export const views = (now: () => State, clock: Clock): MediaViews => ({
  find: async (id) => now().media.get(id),
  served: async (id) => {
    const stored = now().media.get(id);
    return stored && servedOf(stored);
  },
  findAll: async (ids) => rowsOf(now().media, ids),
  existing: async (ids) => rowsOf(now().media, ids).map(({ id }) => id),
  servedPage: async (query) => nextOf(now(), query).map(servedOf),
  withOtherPresets: async (presets, query) => {
    const state = now();
    const isWanted = ({ id, type }: StoredMedia) => type === 'image' && state.variantsPresets.get(id) !== presets;
    return nextOf(state, query, isWanted).map(({ id }) => id);
  },
  storeMark: async () => now().storeMark.get('media'),
  uploaded: async (uploader, receivedSha256) => uploadedIn(now(), uploader, receivedSha256),
  bytes: async (uploader) => bytesOf(now(), uploader),
  list: async (query) => pageOf(now().media.values(), query, listed(now())),
  usage: async (id, reach) => usageOf(now(), id, reach, clock.now()),
  hasDemand: async (at) => [...now().variantsDueAt.values()].some((due) => due <= at),
});

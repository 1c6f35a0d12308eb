import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import {
  mediaEvents,
  type EditableMedia,
  type MediaFile,
  type StoredMedia,
} from '@portcullis/domain/internal/media/media';
import { inTransaction, updateEntity } from '../changes.ts';
import type { EntityInput } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { requireMediaReach, requireStoredMediaReach, type MediaReach } from './media-reach.ts';

/** What `updateMedia` needs. */
export interface UpdateMediaInput extends EntityInput<MediaId>, MediaReach {
  readonly change: Partial<EditableMedia>;
}

const isSameFocus = ({ focus: a }: MediaFile, { focus: b }: MediaFile): boolean => a?.x === b?.x && a?.y === b?.y;

/**
 * Changes what editors have written about a file. A new focus demands new variants.
 * @throws {BusinessError} media-not-found, permission-required, version-changed
 */
export const updateMedia = inTransaction(
  async (
    tx: Uses<'media' | 'events'>,
    deps,
    { actor, id, change, ifMatch, reach }: UpdateMediaInput,
  ): Promise<StoredMedia> => {
    const update = { entities: tx.media, notFound: 'media-not-found', event: mediaEvents.updated } as const;
    let before: MediaFile | undefined;
    const requireReach = (stored: MediaFile): void => {
      before = stored;
      requireStoredMediaReach(reach, stored);
      requireMediaReach(reach, { ...stored, ...change });
    };
    const after = await updateEntity(tx, deps, { ...update, actor, id, ifMatch, requireReach }, () => change);
    if (before !== undefined && !isSameFocus(before, after)) await tx.media.demandVariants([id], after.updatedAt);
    return orNotFound(await tx.media.find(id), 'media-not-found');
  },
);

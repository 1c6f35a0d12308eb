import type { Reach } from '@portcullis/domain/internal/access/reach';
import { BusinessError, type MediaReference } from '@portcullis/domain/internal/shared/errors';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import { mediaEvents, type MediaFile } from '@portcullis/domain/internal/media/media';
import { removeEntity } from '../changes.ts';
import type { CreateDependencies, EntityInput } from '../dependencies.ts';
import type { MediaUsage } from '../ports/media.ts';
import type { MediaStore } from '../ports/media-files.ts';
import { requireStoredMediaReach, type MediaReach } from './media-reach.ts';

/** What `deleteMedia` needs. */
export interface DeleteMediaInput extends EntityInput<MediaId>, MediaReach {
  /** Whether the file is removed even if contents refer to it. */
  readonly force: boolean;
  /** The unpublished contents that the caller may read. A refusal does not name others. */
  readonly contents: Reach;
}

/** Maximum number of references that a refusal lists. */
const maxListed = 100;

const referencesIn = ({ contents, workingCopies }: Omit<MediaUsage, 'entries'>): readonly MediaReference[] => [
  ...contents.map(({ id }) => ({ contentId: id, isWorkingCopy: false })),
  ...workingCopies.map(({ contentId }) => ({ contentId, isWorkingCopy: true })),
];

/**
 * Removes a file: first the row, so that the file is no longer public, and then the bytes. If the bytes cannot be
 * removed, they remain until the next sweep.
 * @throws {BusinessError} media-not-found, version-changed; media-in-use, if contents or working copies refer to the file
 */
export const deleteMedia =
  (deps: CreateDependencies<'media' | 'events'> & { readonly mediaStore: MediaStore }) =>
  async ({ actor, id, ifMatch, reach, force, contents }: DeleteMediaInput): Promise<void> => {
    const requireReach = (stored: MediaFile) => requireStoredMediaReach(reach, stored);
    await deps.work.run((tx) => {
      const removal = { entities: tx.media, notFound: 'media-not-found', event: mediaEvents.removed } as const;
      return removeEntity(tx, deps, { ...removal, actor, id, ifMatch, requireReach }, async () => {
        if (force) return;
        const all = await tx.media.references(id, maxListed);
        if (all.length === 0) return;
        const usedBy = contents === true ? all : referencesIn(await tx.media.usage(id, contents));
        throw new BusinessError('media-in-use', 'Contents show this file. Remove it from them first.', { usedBy });
      });
    });
    await deps.mediaStore.remove(id).catch(() => undefined);
  };

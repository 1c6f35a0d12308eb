import type { Reach } from '@portcullis/domain/internal/access/reach';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type { MediaFile } from '@portcullis/domain/internal/media/media';
import { isReached, outOfReach } from '../reach.ts';

/** The files that the caller may read and manage. Undefined: all. */
export interface MediaReach {
  readonly reach?: Reach | undefined;
}

type Compared = Pick<MediaFile, 'uploaderId' | 'folder' | 'type'>;

/** Returns the attributes of a file that conditions compare. */
const mediaAttributes = ({ uploaderId, folder, type }: Compared): AttributeValues => ({
  uploaderId,
  folder,
  type,
});

/** Whether a reach includes a file. */
export const isMediaReached = (reach: Reach | undefined, file: Compared): boolean =>
  reach === undefined || isReached(reach, mediaAttributes(file), (id) => [id]);

/**
 * Checks that the caller may store a file in this state.
 * @throws {BusinessError} permission-required
 */
export function requireMediaReach(reach: Reach | undefined, file: Compared): void {
  if (!isMediaReached(reach, file)) throw outOfReach();
}

/**
 * Checks that the caller may read a stored file, and may therefore also manage it.
 * @throws {BusinessError} media-not-found
 */
export function requireStoredMediaReach(reach: Reach | undefined, file: Compared): void {
  orNotFound(isMediaReached(reach, file) || undefined, 'media-not-found');
}

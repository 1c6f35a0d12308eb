import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { variantName, type StoredVariant } from '@portcullis/domain/internal/media/media';
import {
  middleFocus,
  originalKey,
  presetsText,
  variantKey,
  type MediaPreset,
} from '@portcullis/domain/internal/media/media-file';
import type { CreateDependencies } from '../dependencies.ts';
import type { MediaInspector, MediaStore, PreparedVariant, LocalFiles } from '../ports/media-files.ts';
import type { LeasedPicture, MediaViews } from '../ports/media.ts';
import { storeClaim } from './store-claim.ts';

/** How long a process may work on the variants of one picture, in milliseconds. */
const leaseMs = 120_000;

/** What `makeVariants` and the functions around it need. */
export interface VariantDependencies extends CreateDependencies<'media'> {
  readonly media: MediaViews;
  readonly mediaStore: MediaStore;
  readonly mediaInspector: MediaInspector;
  readonly localFiles: LocalFiles;
  readonly mediaPresets: readonly MediaPreset[];
}

/**
 * Makes the variants of one picture that waits for them. A process that is killed loses only its work: another process
 * takes the picture when the lease has ended.
 * @returns the number of pictures: 0 or 1
 * @throws {BusinessError} media-busy; the picture is then tried again when the lease has ended
 * @throws {MediaStoreFailure}
 */
export function makeVariants(deps: VariantDependencies): () => Promise<number> {
  const claimStore = storeClaim(deps);
  const presets = presetsText(deps.mediaPresets);
  return async () => {
    const now = deps.clock.now();
    if (!(await deps.media.hasDemand(now))) return 0;
    await claimStore();
    const until = new Date(now.getTime() + leaseMs);
    const leased = await deps.work.run((tx) => tx.media.takePicture({ now, until }));
    if (leased === undefined) return 0;
    const variants = await storeVariants(deps, leased);
    const isSaved = await deps.work.run((tx) => tx.media.saveVariants(leased, variants, presets));
    // The file may have been removed in the meantime, after which its variants were stored.
    if (!isSaved && (await deps.media.find(leased.id)) === undefined) await deps.mediaStore.remove(leased.id);
    return 1;
  };
}

const storeVariants = (
  { mediaStore, localFiles, mediaInspector, mediaPresets }: VariantDependencies,
  { id, focus, version }: LeasedPicture,
): Promise<readonly StoredVariant[]> =>
  localFiles.useFolder(async (folder) => {
    const original = await mediaStore.read(originalKey(id));
    if (original === undefined) return [];
    const path = await localFiles.save(folder, original.bytes);
    const prepared = await mediaInspector.variants(path, mediaPresets, focus ?? middleFocus).catch(noneIfUnreadable);
    for (const { preset, extension, path: variant } of prepared) {
      await mediaStore.write(variantKey(id, variantName({ preset, version }), extension), variant);
    }
    return storedVariants(prepared, version);
  });

/** A picture that cannot be made smaller is shown as it is. It would fail again in each further attempt. */
function noneIfUnreadable(error: unknown): readonly PreparedVariant[] {
  if (error instanceof BusinessError && error.refusal !== 'media-busy') return [];
  throw error;
}

/** Each preset has two variants of the same size, one of which is in WebP. */
const storedVariants = (prepared: readonly PreparedVariant[], version: number): readonly StoredVariant[] =>
  prepared.flatMap(({ preset, width, height, extension: fallback, bytes: fallbackBytes }) => {
    const webp = prepared.find((each) => each.preset === preset && each.extension === 'webp');
    if (fallback === 'webp' || webp === undefined) return [];
    return [{ preset, width, height, fallback, webpBytes: webp.bytes, fallbackBytes, version }];
  });

import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import { presetsText } from '@portcullis/domain/internal/media/media-file';
import { allFiles } from './all-files.ts';
import { objectsOf, settledBefore, unnamedObjects } from './check-media.ts';
import { makeVariants, type VariantDependencies } from './make-variants.ts';

/** Number of pictures whose variants are demanded at once. New uploads wait until they are done. */
const batchSize = 10;

/**
 * Makes the variants of all pictures that have variants of other presets. It can be interrupted, and continues when it is
 * called again. A picture that another process has taken is left to that process.
 * @yields the number of pictures after each batch
 * @throws {BusinessError} media-busy
 * @throws {MediaStoreFailure}
 */
export const rebuildVariants = (deps: VariantDependencies) =>
  async function* (): AsyncGenerator<number> {
    const make = makeVariants(deps);
    const presets = presetsText(deps.mediaPresets);
    for (let after: MediaId | undefined; ; ) {
      const ids = await deps.media.withOtherPresets(presets, { after, limit: batchSize });
      if (ids.length === 0) return;
      await deps.work.run((tx) => tx.media.demandVariants(ids, deps.clock.now()));
      while ((await make()) > 0);
      yield ids.length;
      after = ids.at(-1);
    }
  };

/**
 * Removes the bytes of variants that no row names any more, because the presets or the focus have changed. A process may
 * use a row for a few seconds after it has read it, so call this function some seconds after the last change.
 * @returns the number of removed variants
 * @throws {MediaStoreFailure}
 */
export const removeUnnamedVariants =
  (deps: Pick<VariantDependencies, 'media' | 'mediaStore' | 'clock'>) => async (): Promise<number> => {
    let removed = 0;
    for await (const file of allFiles(deps.media)) {
      const found = await objectsOf(deps.mediaStore, file.id);
      const before = settledBefore(deps);
      if (unnamedObjects(found, file, before).length === 0) continue;
      // The variants may have been made again since the row was read.
      const current = await deps.media.served(file.id);
      for (const { key } of current === undefined ? [] : unnamedObjects(found, current, before)) {
        await deps.mediaStore.removeKey(key);
        removed += 1;
      }
    }
    return removed;
  };

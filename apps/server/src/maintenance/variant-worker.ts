import type { Logger } from 'pino';
import type { WakeUp } from '../adapters/wake-up.ts';
import { startLoop, type Loop } from './loop.ts';

interface VariantWorkerOptions {
  /** Makes the variants of one picture. Returns the number of pictures: 0 or 1. */
  readonly makeVariants: () => Promise<number>;
  readonly wakeUp: WakeUp;
  readonly log: Pick<Logger, 'warn'>;
}

/** How often a worker looks for pictures of processes that have ended, in milliseconds. */
const pollMs = 10_000;

/**
 * Makes the variants of pictures, one after another. Every process runs one worker, which begins at once when a picture
 * was uploaded to this process.
 * @returns a function that stops the worker, and resolves when the current picture is done
 */
export function startVariantWorker({ makeVariants, wakeUp, log }: VariantWorkerOptions): Loop['stop'] {
  const { wake, stop } = startLoop(async () => {
    const made = await makeVariants().catch((error: unknown) => {
      log.warn({ err: error }, 'making variants failed');
      return 0;
    });
    return made === 0 ? pollMs : 0;
  });
  wakeUp.listen(wake);
  return stop;
}

import type { Logger } from 'pino';
import type { WakeUp } from '../adapters/wake-up.ts';
import { WakeablePause } from './wakeable-pause.ts';

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
export function startVariantWorker({ makeVariants, wakeUp, log }: VariantWorkerOptions): () => Promise<void> {
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  const { wake, beginRound, wait } = new WakeablePause();
  const run = async (): Promise<void> => {
    while (!isStopping()) {
      beginRound();
      const made = await makeVariants().catch((error: unknown) => {
        log.warn({ err: error }, 'making variants failed');
        return 0;
      });
      if (made === 0 && !isStopping()) await wait(pollMs);
    }
  };
  wakeUp.listen(wake);
  const running = run();
  return () => {
    stopping.abort();
    wakeUp.listen(undefined);
    wake();
    return running;
  };
}

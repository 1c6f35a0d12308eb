import { Worker } from 'node:worker_threads';
import type { Hunk, TextComparer } from '@portcullis/application/internal/ports/system';
import pLimit from 'p-limit';
import type { ComparedTexts } from './compare-lines.ts';

export interface ComparerLimits {
  /** Maximum time of a comparison, including the start of its thread, in milliseconds. */
  readonly maxMs: number;
  /** Maximum number of simultaneous comparisons. Each comparison has its own thread. */
  readonly threads: number;
  readonly maxWaiting: number;
}

/**
 * Maximum heap of a thread, in megabytes. Comparing the largest texts (together 1,048,576 UTF-16 code units) needs at
 * most a tenth of this heap.
 */
const heapMegabytes = 256;

/** Compares texts. Comparisons are rare, so each one runs in a new thread that ends with the comparison. */
export function textComparer({ maxMs, threads, maxWaiting }: ComparerLimits): TextComparer {
  const queue = pLimit(threads);
  return {
    compare: async (before, after) => {
      if (queue.pendingCount >= maxWaiting) return undefined;
      return queue(() => compareInThread({ before, after }, maxMs));
    },
  };
}

function compareInThread(texts: ComparedTexts, maxMs: number): Promise<readonly Hunk[] | undefined> {
  const worker = new Worker(new URL('./compare-lines.js', import.meta.url), {
    workerData: texts,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const timer = setTimeout(() => void worker.terminate(), maxMs);
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error) => (isOutOfMemory(error) ? resolve(undefined) : reject(error)));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

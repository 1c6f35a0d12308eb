import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Converts a document in a thread whose heap is limited, and returns the length of the HTML. Rejects if the conversion
 * needs more memory.
 * @param megabytes maximum size of the old generation of the heap
 */
export async function convertWithin(megabytes: number, source: string): Promise<unknown> {
  const worker = new Worker(new URL('./heap-worker.js', import.meta.url), {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
  });
  try {
    const [length] = await once(worker, 'message');
    return length;
  } finally {
    await worker.terminate();
  }
}

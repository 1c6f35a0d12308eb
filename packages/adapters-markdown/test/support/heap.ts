import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The length of a document's HTML, converted in a thread that may use so much memory. Rejects when that is not enough. */
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

import { parentPort, workerData } from 'node:worker_threads';
import { timed } from './load.ts';

/** The URL to read, the token to send, and how long to read. */
export interface Reading {
  readonly url: string;
  readonly token: string;
  readonly seconds: number;
}

const pauseMs = 10;

/**
 * Reads in a separate thread, so that the work of the writers is not measured. Returns the duration of each read, which
 * is infinite for a failed read.
 */
async function readOn({ url, token, seconds }: Reading): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    let isSuccess = false;
    const time = await timed(async () => {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
      await response.text();
      isSuccess = response.ok;
    });
    times.push(isSuccess ? time : Infinity);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return times;
}

const reading: Reading = workerData;
parentPort?.postMessage(await readOn(reading));

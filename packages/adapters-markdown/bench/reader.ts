import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** `seconds` is the duration of the measurement. `readsPerSecond` is the number of GET requests per second. */
export interface ReaderOptions {
  readonly port: number;
  readonly seconds: number;
  readonly readsPerSecond: number;
}

/**
 * Sends GET requests to the server at a steady rate. Returns the duration of each request in milliseconds. The function
 * runs in its own thread, so that the measurement does not slow down the server.
 */
export default async function readSteadily({ port, seconds, readsPerSecond }: ReaderOptions): Promise<number[]> {
  const reads: Promise<number>[] = [];
  const begin = performance.now();
  for (let count = 0; count < seconds * readsPerSecond; count += 1) {
    await sleep(begin + (count * 1000) / readsPerSecond - performance.now());
    reads.push(read(port));
  }
  return Promise.all(reads);
}

const read = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    get({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - start));
    }).on('error', reject);
  });

import { setTimeout as sleep } from 'node:timers/promises';

/** The service at one moment, from its metrics. */
export interface Sample {
  /** Since the load began. */
  readonly minutes: number;
  /** In MB. */
  readonly resident: number;
  /** In MB, the least that was seen since the last sample: what is left after a collection, or near it. */
  readonly heap: number;
  readonly descriptors: number;
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  /** In milliseconds. */
  readonly loopDelayP99: number;
}

const everyMs = 10_000;
const looksPerSample = 10;
const megabyte = 1024 * 1024;

/** Looks at the metrics, and tells `note` of a sample every 10 s, until `over`. */
export async function sampleOn(url: string, over: AbortSignal, note: (sample: Sample) => void): Promise<void> {
  const began = performance.now();
  for (let count = 1; !over.aborted; count += 1) {
    let heap = Infinity;
    for (let look = 1; look <= looksPerSample && !over.aborted; look += 1) {
      const due = began + ((count - 1) * looksPerSample + look) * (everyMs / looksPerSample);
      await sleep(Math.max(0, due - performance.now()));
      const values = await metricsAt(url);
      const inMb = (name: string): number => values(name) / megabyte;
      heap = Math.min(heap, inMb('nodejs_heap_size_used_bytes'));
      if (look < looksPerSample) continue;
      const connections = (state: string): number => values(`portcullis_database_connections{state="${state}"}`);
      note({
        minutes: (performance.now() - began) / 60_000,
        resident: inMb('process_resident_memory_bytes'),
        heap,
        descriptors: values('process_open_fds'),
        inUse: connections('in_use'),
        idle: connections('idle'),
        waiting: connections('waiting'),
        loopDelayP99: values('nodejs_eventloop_lag_p99_seconds') * 1000,
      });
    }
  }
}

/** The value of each series by its name. */
export async function metricsAt(url: string): Promise<(series: string) => number> {
  const text = await (await fetch(url)).text();
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  const values = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  return (series) => {
    const value = values.get(series);
    if (value === undefined) throw new Error(`The metrics have no ${series}.`);
    return value;
  };
}

import { setTimeout as sleep } from 'node:timers/promises';

/** The metrics of the service at one time. */
export interface Sample {
  /** Minutes since the load began. */
  readonly minutes: number;
  /** Maximum of five readings of the resident memory since the last sample, in MB. */
  readonly peak: number;
  /** Resident memory after a garbage collection, in MB. */
  readonly resident: number;
  readonly heap: number;
  readonly descriptors: number;
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  /** The p99 of the delay of the event loop, in milliseconds. */
  readonly loopDelayP99: number;
}

const everyMs = 10_000;
const looksPerSample = 5;
/**
 * Time from the start of the garbage collection to the sample, in milliseconds. It is short, so that little new garbage
 * is measured.
 */
const collectMs = 200;
const residentBytes = 'process_resident_memory_bytes';
const megabyte = 1024 * 1024;

/**
 * Reads the metrics and passes a sample to `note` every 10 s until `over` is aborted. Before each sample, `collect`
 * makes the process collect its garbage. Otherwise the measured memory would be mostly garbage.
 */
export async function sampleOn(
  url: string,
  over: AbortSignal,
  collect: () => void,
  note: (sample: Sample) => void,
): Promise<void> {
  const began = performance.now();
  const until = (ms: number): Promise<unknown> => sleep(Math.max(0, began + ms - performance.now()));
  for (let count = 1; !over.aborted; count += 1) {
    let peak = 0;
    for (let look = looksPerSample; look > 0; look -= 1) {
      await until(count * everyMs - look * (everyMs / looksPerSample));
      peak = Math.max(peak, (await metricsAt(url))(residentBytes) / megabyte);
    }
    await until(count * everyMs - collectMs);
    collect();
    await until(count * everyMs);
    const values = await metricsAt(url);
    const connections = (state: string): number => values(`portcullis_database_connections{state="${state}"}`);
    note({
      minutes: (performance.now() - began) / 60_000,
      peak,
      resident: values(residentBytes) / megabyte,
      heap: values('nodejs_heap_size_used_bytes') / megabyte,
      descriptors: values('process_open_fds'),
      inUse: connections('in_use'),
      idle: connections('idle'),
      waiting: connections('waiting'),
      loopDelayP99: values('nodejs_eventloop_lag_p99_seconds') * 1000,
    });
  }
}

/** Reads the metrics, and returns a function that returns the value of a series by its name. */
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

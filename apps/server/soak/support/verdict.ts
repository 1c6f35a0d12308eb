import type { ResponseCounts } from './clients.ts';
import type { Sample } from './samples.ts';
import { risePerTenMinutes } from './trend.ts';

const bounds = {
  /**
   * Maximum rise of resident memory and of the heap, both measured after a garbage collection, in MB per ten minutes.
   */
  memoryRise: 5,
  /** Maximum rise of the number of open file descriptors per ten minutes. */
  descriptorRise: 5,
  /**
   * Maximum number of open file descriptors: connections of clients and of the database, and Node's own descriptors.
   */
  descriptors: 150,
  /** Rises are checked only in runs of at least this many minutes, because shorter runs show no trend. */
  minutes: 20,
};

export interface Check {
  readonly what: string;
  readonly value: string;
  readonly bound: string;
  readonly holds: boolean;
}

interface Run {
  readonly minutes: number;
  readonly samples: readonly Sample[];
  /** A sample after the load, when all requests have a response. */
  readonly atRest: Pick<Sample, 'inUse' | 'waiting'>;
  readonly seen: ResponseCounts;
  readonly poolSize: number;
}

/**
 * Returns the length of the warm-up, in minutes. In this time the heap grows, because the process fills its caches. So
 * the checks for rising values ignore the samples of the warm-up.
 */
const warmUpOf = (minutes: number): number => Math.min(5, minutes / 4);

const atMost = (what: string, value: number, bound: number): Check => ({
  what,
  value: String(value),
  bound: `<= ${bound}`,
  holds: value <= bound,
});

export function checkResults({ minutes, samples, atRest, seen, poolSize }: Run): readonly Check[] {
  const warm = samples.filter((sample) => sample.minutes > warmUpOf(minutes));
  const rise = (what: keyof Sample): number =>
    risePerTenMinutes(warm.map((sample) => ({ minutes: sample.minutes, value: sample[what] })));
  const most = (value: (sample: Sample) => number): number => Math.max(...samples.map(value));
  const isLong = minutes >= bounds.minutes;
  const rising = (what: string, name: keyof Sample, bound: number): Check => ({
    what: `${what}, rise in 10 minutes`,
    value: rise(name).toFixed(2),
    bound: isLong ? `<= ${bound}` : `<= ${bound}, checked in runs of at least ${bounds.minutes} minutes`,
    holds: !isLong || rise(name) <= bound,
  });
  const unexpected = Object.values(seen.unexpected).reduce((sum, each) => sum + each, 0);
  return [
    rising('resident memory, MB', 'resident', bounds.memoryRise),
    rising('heap used, MB', 'heap', bounds.memoryRise),
    rising('open descriptors', 'descriptors', bounds.descriptorRise),
    atMost(
      'open descriptors, most',
      most(({ descriptors }) => descriptors),
      bounds.descriptors,
    ),
    atMost(
      'connections of the pool, most',
      most(({ inUse, idle }) => inUse + idle),
      poolSize,
    ),
    atMost('connections in use or waited for, after the load', atRest.inUse + atRest.waiting, 0),
    atMost('unexpected responses', unexpected, 0),
  ];
}

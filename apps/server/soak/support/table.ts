import type { ResponseCounts } from './clients.ts';
import type { Sample } from './samples.ts';
import type { Check } from './verdict.ts';

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** Returns a table in Markdown. */
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const head = [
  'minute',
  'most MB',
  'resident MB',
  'heap MB',
  'descriptors',
  'pool in use',
  'idle',
  'waiting',
  'loop delay p99 ms',
];

const minuteOf = (sample: Sample): number => Math.ceil(sample.minutes - 0.01);

/**
 * Returns a table with one row per minute. The columns 'most MB' and 'loop delay p99 ms' contain the maximum of the
 * samples of the minute. All other columns contain the mean of these samples. Resident memory and heap are measured
 * after a garbage collection.
 */
function samplesTable(samples: readonly Sample[]): string {
  const rows = [...new Set(samples.map(minuteOf))].map((minute) => {
    const all = samples.filter((sample) => minuteOf(sample) === minute);
    const mean = (value: (sample: Sample) => number): string =>
      (all.reduce((sum, sample) => sum + value(sample), 0) / all.length).toFixed(1);
    return [
      minute,
      Math.max(...all.map(({ peak }) => peak)).toFixed(1),
      mean(({ resident }) => resident),
      mean(({ heap }) => heap),
      mean(({ descriptors }) => descriptors),
      mean(({ inUse }) => inUse),
      mean(({ idle }) => idle),
      mean(({ waiting }) => waiting),
      Math.max(...all.map(({ loopDelayP99 }) => loopDelayP99)).toFixed(1),
    ];
  });
  return table(head, rows);
}

const counts = (what: string, counted: Readonly<Record<string, number>>): string =>
  table(
    [what, 'times'],
    Object.entries(counted).map(([name, times]) => [name, times]),
  );

/** Returns the tables of a run's results. */
export const summary = (samples: readonly Sample[], seen: ResponseCounts, checks: readonly Check[]): string =>
  [
    samplesTable(samples),
    counts('status', seen.statuses),
    counts('unexpected', seen.unexpected),
    table(
      ['what', 'value', 'bound', ''],
      checks.map(({ what, value, bound, holds }) => [what, value, bound, holds ? 'holds' : 'MISSED']),
    ),
  ].join('\n\n');

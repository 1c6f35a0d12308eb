import { median, type Measurement } from './drive.ts';
import { goalOf } from './goals.ts';
import type { CaseResult, Measured } from './rounds.ts';

/** The median, the minimum and the maximum of the ratios of all rounds. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export const spreadOf = (ratios: readonly number[]): Spread => ({
  median: median(ratios),
  least: Math.min(...ratios),
  most: Math.max(...ratios),
});

const ratioOf = (ours: readonly Measurement[], theirs: readonly Measurement[]): Spread =>
  spreadOf(ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)));

/** Maximum CPU time per request as a multiple of the rival's. It applies to every case and rival with a goal. */
const cpuGoal = 1.8;

const columns = ['request', 'subject', 'req/s', 'p50 ms', 'p99 ms', 'µs server', 'µs database', 'errors'];
const comparison = ['ratio (least to most)', 'goal', `CPU ratio, <= ${cpuGoal}`];

const of = (figures: readonly Measurement[], pick: keyof Measurement): number =>
  median(figures.map((each) => each[pick]));

export const fixed = (value: number, digits: number): string => (Number.isFinite(value) ? value.toFixed(digits) : '-');

function cells(figures: readonly Measurement[]): readonly string[] {
  return [
    fixed(of(figures, 'perSecond'), 0),
    fixed(of(figures, 'p50Ms'), 2),
    fixed(of(figures, 'p99Ms'), 2),
    fixed(of(figures, 'serverUs'), 0),
    fixed(of(figures, 'databaseUs'), 0),
    String(figures.reduce((sum, { errors }) => sum + errors, 0)),
  ];
}

function compared({ name, ours }: CaseResult, { subject, figures }: Measured): readonly string[] {
  const goal = goalOf(name, subject);
  const { median: middle, least, most } = ratioOf(ours, figures);
  const met = goal === undefined ? '' : `>= ${goal} ${middle >= goal ? 'met' : 'missed'}`;
  const cpu = of(ours, 'serverUs') / of(figures, 'serverUs');
  const cpuMet = goal === undefined ? '' : ` ${cpu <= cpuGoal ? 'met' : 'missed'}`;
  return [`${fixed(middle, 2)} (${fixed(least, 2)} to ${fixed(most, 2)})`, met, `${fixed(cpu, 2)}${cpuMet}`];
}

/** Returns the table of results in Markdown, as in docs/engineering/benchmark.md. */
export function table(results: readonly CaseResult[]): string {
  const rows = results.flatMap((result) => [
    [result.title, 'Portcullis', ...cells(result.ours), '', '', ''],
    ...result.rivals.map((rival) => ['', rival.subject, ...cells(rival.figures), ...compared(result, rival)]),
  ]);
  return aligned([...columns, ...comparison], rows);
}

/**
 * Returns a line for each ratio of requests per second that misses its goal, and for each case in which Portcullis
 * returned errors. The goal for CPU time is not checked.
 */
export const missedGoals = (results: readonly CaseResult[]): readonly string[] =>
  results.flatMap(({ name, ours, rivals }) => [
    ...(ours.some(({ errors }) => errors > 0) ? [`${name}: Portcullis answered errors`] : []),
    ...rivals.flatMap(({ subject, figures }) => {
      const goal = goalOf(name, subject);
      const { median: middle } = ratioOf(ours, figures);
      return goal === undefined || middle >= goal
        ? []
        : [`${name}: ${fixed(middle, 2)} of ${subject} is below ${goal}`];
    }),
  ]);

export function aligned(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

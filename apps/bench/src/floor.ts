import { readFileSync } from 'node:fs';
import { ratioOf } from './report.ts';
import type { CaseResult } from './rounds.ts';

/** The least ratio of each case to each rival, as committed; a change that falls below it lost something. */
type Floor = Readonly<Record<string, Readonly<Record<string, number>>>>;

const file = new URL('../../floor.json', import.meta.url);

/** A line for each ratio that is below the floor, and for each case with errors. */
export function belowFloor(results: readonly CaseResult[]): readonly string[] {
  const floor: Floor = JSON.parse(readFileSync(file, 'utf8'));
  return results.flatMap(({ name, ours, rivals }) => [
    ...(ours.some(({ errors }) => errors > 0) ? [`${name}: Portcullis answered errors`] : []),
    ...rivals.flatMap(({ subject, figures }) => {
      const least = floor[name]?.[subject];
      const { median } = ratioOf(ours, figures);
      return least === undefined || median >= least
        ? []
        : [`${name}: ${median.toFixed(2)} of ${subject} is below ${least}`];
    }),
  ]);
}

/**
 * Calls `work` with the numbers from 0 to `times` - 1, at most `width` calls concurrently. Returns the results in
 * order.
 */
export async function inParallel<Result>(
  times: number,
  width: number,
  work: (index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < times) {
      const index = next;
      next += 1;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}

/** Returns the number of occurrences of each value. */
export function tally(values: readonly (string | number)[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Returns the value below which the share `part` of the values lies, such as 0.99 for p99. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Runs `work` and returns its duration, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Returns a quantile of `values`. `share` is between 0 and 1; a share of 0.5 returns the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Formats the interquartile range of `values`. */
export const spread = (values: readonly number[], digits = 2): string =>
  `${quantile(values, 0.25).toFixed(digits)} to ${quantile(values, 0.75).toFixed(digits)}`;

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

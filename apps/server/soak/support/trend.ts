/** A measured value and its time. */
export interface Point {
  readonly minutes: number;
  readonly value: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Returns the rise of the values in ten minutes, computed by linear regression. */
export function risePerTenMinutes(points: readonly Point[]): number {
  const [atMean, valueMean] = [mean(points.map(({ minutes }) => minutes)), mean(points.map(({ value }) => value))];
  let [together, alone] = [0, 0];
  for (const { minutes, value } of points) {
    together += (minutes - atMean) * (value - valueMean);
    alone += (minutes - atMean) ** 2;
  }
  return alone === 0 ? 0 : (10 * together) / alone;
}

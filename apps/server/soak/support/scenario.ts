/** A sequence of requests of one client. */
export interface Scenario {
  /** How often the scenario runs, relative to the others. */
  readonly weight: number;
  readonly run: () => Promise<unknown>;
}

/**
 * Returns a function that returns the next scenario at each call. Each scenario comes as often as its weight says, at
 * roughly equal intervals.
 */
export function weightedRoundRobin(scenarios: readonly Scenario[]): () => Scenario {
  const total = scenarios.reduce((sum, { weight }) => sum + weight, 0);
  const credit = scenarios.map(() => 0);
  return () => {
    scenarios.forEach(({ weight }, index) => (credit[index] = (credit[index] ?? 0) + weight));
    const next = credit.indexOf(Math.max(...credit));
    credit[next] = (credit[next] ?? 0) - total;
    const scenario = scenarios[next];
    if (scenario === undefined) throw new Error('There is no scenario.');
    return scenario;
  };
}

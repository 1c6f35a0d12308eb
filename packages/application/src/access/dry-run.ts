import type { UnitOfWork } from '../ports/unit-of-work.ts';

/**
 * Runs a transaction and returns its result. A dry run is rolled back at the end: the caller sees the result or the
 * error, and nothing is stored.
 */
export async function runUnlessDry<T, Tx>(
  work: UnitOfWork<Tx>,
  isDryRun: boolean,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!isDryRun) return work.run(change);
  const ended: { result: T }[] = [];
  try {
    return await work.run(async (tx) => {
      ended.push({ result: await change(tx) });
      throw new Error('A dry run is rolled back.');
    });
  } catch (error) {
    const [end] = ended;
    if (end === undefined) throw error;
    return end.result;
  }
}

import { inParallel, quantile, timed } from '../../stress/support/load.ts';
import { printMeasurement } from '../../test/support/figure.ts';

/** The number of revocations of each kind. A measurement of speed sends ten times as many requests. */
export const rounds = Number(process.env['GATEWAY_ROUNDS'] ?? '100');

const clients = 8;

/** Sends requests, and prints how many are answered in a second, and how long they take. */
export async function measureRequests(name: string, send: () => Promise<Response>): Promise<void> {
  const times: number[] = [];
  const total = await timed(() =>
    inParallel(rounds * 10, clients, async () => {
      times.push(
        await timed(async () => {
          const response = await send();
          if (response.status !== 200) throw new Error(`${name}: ${response.status}`);
          await response.text();
        }),
      );
    }),
  );
  const [perSecond, p50, p99] = [(times.length * 1000) / total, quantile(times, 0.5), quantile(times, 0.99)];
  printMeasurement(name, `${perSecond.toFixed(0)} requests/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
}

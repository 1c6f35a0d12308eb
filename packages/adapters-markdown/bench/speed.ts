import { createConverter } from '../src/convert.ts';
import { startStopwatch } from '../src/cpu-time.ts';
import type { HighlightLimits } from '../src/highlight.ts';
import { article } from './documents.ts';
import { median, say, spread } from './statistics.ts';
import { stockRenderer } from './stock.ts';

const rounds = 300;
const warmUpRounds = 100;
const megabyte = 1024 * 1024;

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Returns limits so large that no document reaches them. */
const limits = (): HighlightLimits => ({
  blockMs: 1000,
  highlightMs: 2000,
  highlightClockMs: 2000,
  stopwatch: startStopwatch(),
});

/**
 * Measures how fast an article is converted by stock markdown-it and by this package, with and without its cache. The
 * converters run alternately, so that other load on the machine affects the times of all converters equally.
 */
export function compare(): void {
  const warm = createConverter({ sanitize: true, cacheCharacters: 4 * megabyte });
  const cold = createConverter({ sanitize: true, cacheCharacters: 0 });
  const stock = stockRenderer();
  const times = { stock: [] as number[], warm: [] as number[], cold: [] as number[] };
  const source = article(0);
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const unseen = article(round);
    const measured = {
      stock: timed(() => stock(source)),
      warm: timed(() => warm(source, limits())),
      cold: timed(() => cold(unseen, limits())),
    };
    if (round < 0) continue;
    for (const name of ['stock', 'warm', 'cold'] as const) times[name].push(measured[name]);
  }
  say(`Article of ${(source.length / 1024).toFixed(1)} KB, five code blocks; ${rounds} rounds, medians (middle half):`);
  say(`  stock                      ${median(times.stock).toFixed(2)} ms (${spread(times.stock)})`);
  for (const [name, title] of [
    ['warm', 'ours, blocks seen before'],
    ['cold', 'ours, nothing seen before'],
  ] as const) {
    const ratios = times.stock.map((time, round) => time / (times[name][round] ?? NaN));
    const ratio = `${median(ratios).toFixed(2)} times as fast (${spread(ratios)})`;
    say(`  ${title.padEnd(26)} ${median(times[name]).toFixed(2)} ms (${spread(times[name])}), ${ratio}`);
  }
}

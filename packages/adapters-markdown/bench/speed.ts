import { createConverter } from '../src/convert.ts';
import { createMarkdownRenderer } from '../src/index.ts';
import { article, tenMegabytes } from './documents.ts';
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

/** One article, ours and stock in turn, so that both meet the same machine. */
export function compare(): void {
  const limits = { blockMs: 1000, documentMs: 2000, givesUp: false };
  const warm = createConverter({ sanitize: true, cacheCharacters: 4 * megabyte });
  const cold = createConverter({ sanitize: true, cacheCharacters: 0 });
  const stock = stockRenderer();
  const times = { stock: [] as number[], warm: [] as number[], cold: [] as number[] };
  const source = article(0);
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const unseen = article(round);
    const measured = {
      stock: timed(() => stock(source)),
      warm: timed(() => warm(source, limits)),
      cold: timed(() => cold(unseen, limits)),
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

/** What a 10 MB document takes, the worker's memory included. */
export async function weigh(): Promise<void> {
  const source = tenMegabytes();
  const renderer = createMarkdownRenderer({ timeoutMs: 60_000 });
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const start = performance.now();
  const { html } = await renderer.render(source);
  const seconds = (performance.now() - start) / 1000;
  clearInterval(watch);
  await renderer.close();
  say(`10 MB document, code throughout: ${seconds.toFixed(1)} s, ${(html.length / megabyte).toFixed(0)} MB of HTML,`);
  say(
    `  memory at most ${((peak - before) / megabyte).toFixed(0)} MB above the ${(before / megabyte).toFixed(0)} MB before`,
  );
}

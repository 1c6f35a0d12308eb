import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Piscina } from 'piscina';
import { createMarkdownRenderer, RendererBusy, RenderTimeout } from '../src/index.ts';
import { build, collected } from '../test/support/pathological.ts';
import { tenMegabytes } from './documents.ts';
import type { ReaderOptions } from './reader.ts';
import { median, quantile, say } from './statistics.ts';

const seconds = 30;
const readsPerSecond = 100;

/**
 * Measures how fast a server responds. During the first measurement, the process of the server does no other work.
 * During the second measurement, this process also converts documents, always two at the same time. Some of these
 * documents have 10 MB, and the others are pathological.
 */
export async function load(): Promise<void> {
  const renderer = createMarkdownRenderer();
  const server = createServer((_request, response) => void response.end('{"code":0,"data":{}}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = new Piscina<ReaderOptions, number[]>({ filename: new URL('./reader.js', import.meta.url).href });
  const read = (): Promise<number[]> => reader.run({ port: portOf(server), seconds, readsPerSecond });
  const documents = documentsInTurn();

  await reported('Without conversions', read());

  const conversions: number[] = [];
  const refusals: string[] = [];
  const end = performance.now() + seconds * 1000;
  const client = async (first: number): Promise<void> => {
    for (let turn = first; performance.now() < end; turn += 1) {
      const start = performance.now();
      const result = await renderer.render(documents[turn % documents.length] ?? '').catch((error: unknown) => error);
      conversions.push(performance.now() - start);
      if (result instanceof RendererBusy || result instanceof RenderTimeout) refusals.push(result.name);
    }
  };
  const clients = [client(0), client(1)];
  await reported('With two conversions at a time', read());
  await Promise.all(clients);
  const longest = ms(Math.max(...conversions));
  say(`  ${conversions.length} conversions, ${refusals.length} of them refused`);
  say(`  longest conversion, including its time in the queue: ${longest}`);
  server.close();
  await Promise.all([renderer.close(), reader.close()]);
}

async function reported(title: string, reading: Promise<number[]>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const times = await reading;
  delay.disable();
  say(`${title}: ${times.length} GETs in ${seconds} s, median ${ms(median(times))}, p99 ${ms(quantile(times, 0.99))};`);
  say(`  event-loop delay p99 ${ms(delay.percentile(99) / 1e6)}, at most ${ms(delay.max / 1e6)}`);
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

function documentsInTurn(): string[] {
  const large = tenMegabytes();
  return collected.flatMap((recipe, index) => (index % 3 === 0 ? [large, build(recipe)] : [build(recipe)]));
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.');
  return address.port;
}

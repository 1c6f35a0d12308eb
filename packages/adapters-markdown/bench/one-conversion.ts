import { createMarkdownRenderer } from '../src/index.ts';
import { kinds } from './documents.ts';

/** The result of one measured conversion. */
export interface Conversion {
  readonly megabytes: number;
  readonly seconds: number;
  /** CPU time of the process, including V8's garbage collection threads. */
  readonly cpuSeconds: number;
  /** Peak increase of resident memory during the conversion. */
  readonly peakMegabytes: number;
  /** The name of the error, if the document was not converted. */
  readonly refusal?: string;
}

const megabyte = 1024 * 1024;
const [, make] = Object.entries(kinds).find(([kind]) => kind === process.argv[2]) ?? [];
if (make === undefined) throw new Error(`The kinds are ${Object.keys(kinds).join(', ')}.`);
const source = make();
const renderer = createMarkdownRenderer();
const before = process.memoryUsage.rss();
let peak = before;
const watching = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
const start = performance.now();
const cpuBefore = process.cpuUsage();
const outcome = await renderer.render(source).then(
  () => ({}),
  ({ name }: Error) => ({ refusal: name }),
);
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
clearInterval(watching);
await renderer.close();
const conversion: Conversion = {
  megabytes: source.length / megabyte,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakMegabytes: (peak - before) / megabyte,
  ...outcome,
};
process.stdout.write(JSON.stringify(conversion));

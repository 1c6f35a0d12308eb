import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { kinds } from './documents.ts';
import type { Conversion } from './one-conversion.ts';
import { say } from './statistics.ts';

const run = promisify(execFile);
const program = new URL('./one-conversion.js', import.meta.url).pathname;

/**
 * Measures throughput, CPU time and memory for each kind of document. Each document has a size of 9.9 MB and is
 * converted in a separate process.
 */
export async function throughput(): Promise<void> {
  say('Documents of 9.9 MB in the large lane, with its default limits:');
  for (const kind of Object.keys(kinds)) {
    const { stdout } = await run(process.execPath, [program, kind]);
    const { megabytes, seconds, cpuSeconds, peakMegabytes, refusal }: Conversion = JSON.parse(stdout);
    const speed = refusal ?? `${(megabytes / seconds).toFixed(1)} MB/s`;
    const cost = `${cpuSeconds.toFixed(1)} s of CPU time, ${peakMegabytes.toFixed(0)} MB at most`;
    say(`  ${kind.padEnd(18)} ${speed} (${seconds.toFixed(1)} s, ${cost})`);
  }
}

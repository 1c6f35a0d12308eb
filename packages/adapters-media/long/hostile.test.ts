import { monitorEventLoopDelay } from 'node:perf_hooks';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { expect } from 'chai';
import { mediaInspector } from '../src/index.ts';
import { hostileFiles } from '../test/support/hostile-files.ts';
import { childrenForFiles } from '../test/support/processes.ts';
import { createWorkspace } from '../test/support/workspace.ts';

const count = Number(process.env['HOSTILE_FILES'] ?? 1000);
const seed = Number(process.env['SEED'] ?? 38);
const mostBytes = 512 * 1024 * 1024;

/** The longest time that two processes may need for one file, with the time in which a process starts. */
const longestMs = 40_000;

describe(`${count} hostile files`, () => {
  it('are stored or refused, each by a process of at most 512 MB, while this process keeps responding', async () => {
    const workspace = await createWorkspace();
    const inspector = mediaInspector();
    /** The longest delay of the event loop while a file was processed, in milliseconds. */
    const delays: number[] = [];
    const outcomes = new Map<string, number>();
    let [peak, longest, slowest] = [{ bytes: 0, name: '' }, 0, ''];
    let current = '';
    const done = new AbortController();
    const watching = (async () => {
      while (!done.signal.aborted) {
        for (const { peakBytes } of await childrenForFiles()) {
          if (peakBytes > peak.bytes) peak = { bytes: peakBytes, name: current };
        }
        await sleep(5);
      }
    })();
    const failures: string[] = [];
    try {
      for await (const { name, content } of hostileFiles(count, seed)) {
        current = name;
        const path = await workspace.put(content);
        const start = performance.now();
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        const outcome: unknown = await inspector.prepare(path).catch((error: unknown) => error);
        delay.disable();
        delays.push(delay.max / 1e6);
        const ms = performance.now() - start;
        if (ms > longest) [longest, slowest] = [ms, name];
        const isRefusal = outcome instanceof BusinessError;
        if (outcome instanceof Error && !isRefusal) failures.push(`${name}: ${outcome.message}`);
        const key = isRefusal ? outcome.refusal : 'stored';
        outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
        await rm(dirname(path), { recursive: true });
      }
    } finally {
      done.abort();
      await watching;
      await inspector.close();
      await workspace.remove();
    }
    const megabytes = Math.round(peak.bytes / 1024 / 1024);
    console.log(`      outcomes: ${[...outcomes].map(([key, times]) => `${key} ${times}`).join(', ')}`);
    console.log(`      most memory of a process: ${megabytes} MB (${peak.name})`);
    console.log(`      longest: ${Math.round(longest)} ms (${slowest})`);
    const sorted = delays.toSorted((left, right) => left - right).map(Math.round);
    const p99 = sorted[Math.floor(0.99 * sorted.length)];
    console.log(`      delay of the event loop per file: p99 ${p99} ms, most ${sorted.at(-1)} ms`);
    expect(failures).to.deep.equal([]);
    expect(outcomes.get('media-busy') ?? 0).to.equal(0);
    expect(peak.bytes).to.be.at.most(mostBytes);
    expect(longest).to.be.below(longestMs);
  });
});

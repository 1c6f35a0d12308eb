import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { defaultMediaPresets, middleFocus } from '@portcullis/domain/internal/media/media-file';
import { expect } from 'chai';
import { mediaInspector } from '../src/index.ts';
import { photograph } from '../test/support/photograph.ts';
import { childrenForFiles } from '../test/support/processes.ts';
import { createWorkspace } from '../test/support/workspace.ts';

const count = 100;
const [width, height] = [7300, 5480];
/** The most memory of this process and of the processes for files, beyond that of this process at rest. */
const mostBytes = 1.2 * 1024 ** 3;

describe(`${count} pictures of 40 megapixels at once`, () => {
  it('need at most 1.2 GB of memory, and each gets its variants', async () => {
    const workspace = await createWorkspace();
    const inspector = mediaInspector({ maxWaiting: count, maxWaitMs: 30 * 60_000 });
    const original = await workspace.put(await photograph(width, height));
    const rest = process.memoryUsage.rss();
    const done = new AbortController();
    let peak = 0;
    const watching = (async () => {
      while (!done.signal.aborted) {
        const own = process.memoryUsage.rss() - rest;
        const children = await Promise.all((await childrenForFiles()).map(({ pid }) => residentBytes(pid)));
        peak = Math.max(
          peak,
          children.reduce((sum, bytes) => sum + bytes, own),
        );
        await sleep(20);
      }
    })();
    const start = performance.now();
    const processOne = async (index: number): Promise<number> => {
      const folder = join(workspace.root, String(index));
      await mkdir(folder);
      const path = join(folder, 'received');
      await copyFile(original, path);
      const prepared = await inspector.prepare(path);
      expect([prepared.width, prepared.height]).to.deep.equal([height, width]);
      const variants = await inspector.variants(prepared.path, defaultMediaPresets, middleFocus);
      await rm(folder, { recursive: true });
      return variants.length;
    };
    const results = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        processOne(index).catch((error: unknown) => (error instanceof BusinessError ? error.refusal : String(error))),
      ),
    );
    const seconds = (performance.now() - start) / 1000;
    done.abort();
    await watching;
    await inspector.close();
    await workspace.remove();
    console.log(`      ${seconds.toFixed(1)} s; most memory: ${Math.round(peak / 1024 / 1024)} MB above rest`);
    expect(new Set(results)).to.deep.equal(new Set([2 * defaultMediaPresets.length]));
    expect(peak).to.be.at.most(mostBytes);
  });
});

/** Returns the resident memory of a process; 0 if it has ended. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

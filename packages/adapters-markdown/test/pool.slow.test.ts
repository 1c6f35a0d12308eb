import { expect } from 'chai';
import { RenderTimeout } from '../src/index.ts';
import { createPool, type Pool } from '../src/pool.ts';

/**
 * Creates a pool whose jobs sleep or use CPU time. The text of a job, such as `work 100`, contains the kind of work and
 * its duration in milliseconds.
 */
const poolWith = (cpuMs: number, clockMs: number): Pool =>
  createPool({
    module: new URL('./support/idle-or-busy.js', import.meta.url),
    threads: 1,
    keptThreads: 0,
    maxWaiting: 0,
    limits: { cpuMs, clockMs },
    heapMegabytes: 100,
    worker: { sanitize: true, cacheCharacters: 0, blockMs: 0, highlightMs: 0, highlightClockMs: 0 },
  });

/** Returns the error of a job, or `undefined` if the job succeeds. */
const errorOf = (pool: Pool, text: string): Promise<unknown> =>
  pool.run('render', text).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('The time limit of a conversion, §4.6', () => {
  let pool: Pool;

  afterEach(() => pool.close());

  const [itOnLinux, unless] = process.platform === 'linux' ? [it, ''] : [it.skip, ' (needs Linux)'];
  itOnLinux(
    `applies to the CPU time of the thread, so that waiting on a busy machine does not count${unless}`,
    async () => {
      pool = poolWith(200, 60_000);
      expect(await errorOf(pool, 'sleep 500')).to.equal(undefined);
      expect(await errorOf(pool, 'work 60000')).to.be.instanceOf(RenderTimeout);
      expect(await errorOf(pool, 'sleep 1')).to.equal(undefined);
    },
  );

  it('stops a job even while a regular expression runs', async () => {
    pool = poolWith(200, 60_000);
    expect(await errorOf(pool, 'match')).to.be.instanceOf(RenderTimeout);
  });

  it('does not count work during a pause', async () => {
    pool = poolWith(400, 60_000);
    expect(await errorOf(pool, 'pause 800')).to.equal(undefined);
  });

  it('also applies to wall-clock time, for jobs that use no CPU time', async () => {
    pool = poolWith(60_000, 300);
    expect(await errorOf(pool, 'sleep 60000')).to.be.instanceOf(RenderTimeout);
  });
});

import { createMeter, type Meter } from '@portcullis/adapters-markdown/internal/cpu-time';
import { watch } from '@portcullis/adapters-markdown/internal/watchdog';
import { Piscina } from 'piscina';
import type { RowWork } from './content-source.ts';

type Job = keyof RowWork;

/** The message that starts a job. */
export interface Task<Input> {
  readonly input: Input;
  readonly meter: Meter;
}

/** The part of Piscina that is used, with the result type of each job. */
interface Threads {
  readonly run: <J extends Job>(
    task: Task<Parameters<RowWork[J]>>,
    options: { readonly name: J; readonly signal: AbortSignal },
  ) => Promise<Awaited<ReturnType<RowWork[J]>>>;
}

/** Thrown if the work on a text takes too much time or memory. */
export class TooExpensive extends Error {
  override readonly name = 'TooExpensive';
}

/** Limits of the work on a text, in milliseconds. */
const limits = { cpuMs: 10_000, clockMs: 120_000 };
const heapMegabytes = 1024;
/** A thread ends after this time without work. An import of texts that need no conversion starts none. */
const idleMs = 60_000;

/** Does the work on texts in a thread, which is stopped if a text takes more than 10 s of CPU time. */
export function openRowThreads({ cpuMs, clockMs } = limits): {
  readonly rowWork: RowWork;
  readonly close: () => Promise<void>;
} {
  const piscina = new Piscina({
    filename: new URL('./row-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  // Piscina replaces a thread that ends. Without a listener, its 'error' event would end the process.
  piscina.on('error', () => undefined);
  const threads: Threads = piscina;
  const run =
    <J extends Job>(name: J) =>
    async (...input: Parameters<RowWork[J]>): Promise<Awaited<ReturnType<RowWork[J]>>> => {
      const meter = createMeter();
      const stopping = new AbortController();
      const endWatch = watch(meter, { cpuMs, clockMs }, () => stopping.abort());
      try {
        return await threads.run({ input, meter }, { name, signal: stopping.signal });
      } catch (cause) {
        const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
        throw isTooLarge || stopping.signal.aborted
          ? new TooExpensive('It takes too much time or memory to convert it.', { cause })
          : cause;
      } finally {
        endWatch();
      }
    };
  return {
    rowWork: { partsOfFile: run('partsOfFile'), convertText: run('convertText'), cleanHtml: run('cleanHtml') },
    close: () => piscina.destroy(),
  };
}

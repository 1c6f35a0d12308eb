import type { Rendered } from '@portcullis/domain';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { DocumentTooComplex, RendererBusy, RenderTimeout } from './errors.ts';
import type { Settings } from './options.ts';
import {
  pack,
  renderedOf,
  unpack,
  type CleaningTask,
  type PackedText,
  type Parcel,
  type Refused,
  type Task,
} from './wire.ts';

/** Worker threads that render one document each at a time. */
export interface Pool {
  /** @throws {RendererBusy | RenderTimeout | DocumentTooComplex} */
  readonly render: (source: string) => Promise<Rendered>;
  /** Cleans HTML. @throws {RendererBusy | RenderTimeout} */
  readonly clean: (html: string) => Promise<string>;
  readonly load: () => Load;
  /** Lets what is being rendered end, and the threads with it. */
  readonly close: () => Promise<void>;
}

/** Documents that are being rendered, and that wait for a thread. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
}

/** Piscina, with the result of each job. */
interface Threads {
  run(task: Task, options: RunOptions): Promise<Parcel | Refused>;
  run(task: CleaningTask, options: RunOptions & { readonly name: 'clean' }): Promise<PackedText>;
}

type RunOptions = NonNullable<Parameters<Piscina['run']>[1]>;

/** An idle worker is let go, and with it the memory it grew to. */
const idleMs = 60_000;
/** Where cores are short, requests come first: to Linux a worker counts a third of the thread that answers them. */
const niceness = 5;

export function createPool(settings: Settings): Pool {
  const { workers, maxWaiting, timeoutMs, workerHeapMegabytes } = settings;
  const piscina = new Piscina({
    filename: new URL('./worker.js', import.meta.url).href,
    workerData: settings,
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: idleMs,
    niceIncrement: niceness,
    resourceLimits: { maxOldGenerationSizeMb: workerHeapMegabytes },
  });
  // A worker that dies between two documents is no one's error: the next document gets another.
  piscina.on('error', () => undefined);
  const threads: Threads = piscina;
  // The queue is here and not in the pool, so that the time limit counts from when a document is begun.
  const inTurn = pLimit(workers);
  const underWay = new Set<Promise<unknown>>();

  /** A thread that is out of time or memory is ended with its document, and replaced. */
  const attempt = async (document: string, highlight: boolean): Promise<Rendered> => {
    const source = pack(document);
    const options = { transferList: [source.bytes.buffer], signal: AbortSignal.timeout(timeoutMs) };
    const result = await threads.run({ source, highlight }, options);
    if ('refusal' in result) throw new DocumentTooComplex(result.refusal);
    return renderedOf(result);
  };

  const render = (source: string): Promise<Rendered> =>
    attempt(source, true).catch((error: unknown) => {
      if (!mayHoldCode(source)) throw error;
      return attempt(source, false);
    });

  const clean = async (text: string): Promise<string> => {
    const html = pack(text);
    const transferList = [html.bytes.buffer];
    return unpack(await threads.run({ html }, { transferList, signal: AbortSignal.timeout(timeoutMs), name: 'clean' }));
  };

  const runInTurn = async <T>(job: () => Promise<T>): Promise<T> => {
    if (inTurn.activeCount >= workers && inTurn.pendingCount >= maxWaiting) {
      throw new RendererBusy('Too many documents wait to be rendered.');
    }
    const work = inTurn(job);
    underWay.add(work);
    try {
      return await work;
    } catch (error) {
      if (!isOutOfBounds(error)) throw error;
      throw new RenderTimeout('The document takes too long to render.', { cause: error });
    } finally {
      underWay.delete(work);
    }
  };

  return {
    render: (source) => runInTurn(() => render(source)),
    clean: (html) => runInTurn(() => clean(html)),
    load: () => ({ running: inTurn.activeCount, waiting: inTurn.pendingCount }),
    close: async () => {
      await Promise.allSettled(underWay);
      await piscina.destroy();
    },
  };
}

/** Whether rendering without highlighting may make a difference. */
const mayHoldCode = (source: string): boolean => /```|~~~/.test(source);

const isOutOfBounds = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

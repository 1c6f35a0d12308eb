import { availableParallelism } from 'node:os';
import type { Load } from '@portcullis/adapters-http/internal/routes/schemas/overview';
import type { Piscina } from 'piscina';
import type * as jobs from './hash-password.ts';

/**
 * Worker threads that hash and verify passwords, at most one for each core, because more would only slow each other down.
 * Threads start when they are needed, and calls of `run` wait until a thread is free.
 */
export interface PasswordThreads {
  readonly run: <J extends keyof Jobs>(job: J, input: Parameters<Jobs[J]>[0]) => Promise<ReturnType<Jobs[J]>>;
  readonly load: () => Load;
  /** Starts the first thread in advance, so that the first login is not slower than later ones. */
  readonly start: () => Promise<void>;
  /** Ends the threads; `run` must not be called afterwards. */
  readonly close: () => Promise<void>;
}

type Jobs = typeof jobs;

/** The part of Piscina that is used, with the result type of each job. */
interface Threads {
  readonly run: <J extends keyof Jobs>(
    input: Parameters<Jobs[J]>[0],
    options: { readonly name: J },
  ) => Promise<ReturnType<Jobs[J]>>;
  readonly destroy: Piscina['destroy'];
  readonly threads: Piscina['threads'];
  readonly idleThreads: number;
  readonly queueSize: number;
}

/** A thread ends after this time without work, in milliseconds. One thread always stays. */
const idleMs = 60_000;
/** Increment of the nice value of the threads. With a higher nice value, the threads yield to the event loop. */
const niceness = 5;

/** @param refuse called before each run; throws if no further run may wait */
export function passwordThreads(refuse: (load: Load) => void): PasswordThreads {
  let opening: Promise<Threads> | undefined;
  let opened: Threads | undefined;
  const threads = async (): Promise<Threads> => (opened ??= await (opening ??= open()));
  const load = (): Load =>
    opened === undefined
      ? { running: 0, waiting: 0 }
      : { running: opened.threads.length - opened.idleThreads, waiting: opened.queueSize };
  return {
    run: async (job, input) => {
      const pool = await threads();
      refuse(load());
      return pool.run(input, { name: job });
    },
    load,
    start: async () => void (await threads()),
    close: async () => (await opening)?.destroy(),
  };
}

async function open(): Promise<Threads> {
  // Piscina is loaded when it is needed, because most commands hash no password.
  const { Piscina } = await import('piscina');
  const threads = new Piscina({
    filename: new URL('./hash-password.js', import.meta.url).href,
    name: 'verify' satisfies keyof Jobs,
    minThreads: 1,
    maxThreads: availableParallelism(),
    idleTimeout: idleMs,
    niceIncrement: niceness,
  });
  // Piscina replaces a thread that dies while idle. Without a listener, its 'error' event would end the process.
  threads.on('error', () => undefined);
  return threads;
}

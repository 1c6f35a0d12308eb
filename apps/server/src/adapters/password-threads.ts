import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import type * as jobs from './hash-password.ts';

/** Worker threads that hash and verify passwords, at most one for each core. Threads start when they are needed. */
export interface PasswordThreads {
  readonly run: <J extends keyof Jobs>(job: J, input: Parameters<Jobs[J]>[0]) => Promise<ReturnType<Jobs[J]>>;
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
}

/** A thread ends after this time without work, in milliseconds. One thread always stays. */
const idleMs = 60_000;
/** Increment of the nice value of the threads. With a higher nice value, the threads yield to the event loop. */
const niceness = 5;

export function passwordThreads(): PasswordThreads {
  let opened: Promise<Threads> | undefined;
  const threads = (): Promise<Threads> => (opened ??= open());
  return {
    run: async (job, input) => (await threads()).run(input, { name: job }),
    start: async () => void (await threads()),
    close: async () => (await opened)?.destroy(),
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

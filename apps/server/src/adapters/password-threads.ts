import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import type * as jobs from './hash-password.ts';

/** Worker threads that hash passwords, as many as there are cores; they start with the first password. */
export interface PasswordThreads {
  readonly run: <J extends keyof Jobs>(job: J, input: Parameters<Jobs[J]>[0]) => Promise<ReturnType<Jobs[J]>>;
  /** Starts the first thread, so that the first password need not wait for it. */
  readonly start: () => Promise<void>;
  /** Ends the threads. To be called last. */
  readonly close: () => Promise<void>;
}

type Jobs = typeof jobs;

/** Piscina, with the result that belongs to each job. */
interface Threads {
  readonly run: <J extends keyof Jobs>(
    input: Parameters<Jobs[J]>[0],
    options: { readonly name: J },
  ) => Promise<ReturnType<Jobs[J]>>;
  readonly destroy: Piscina['destroy'];
}

/** The first thread stays; the others end after this time without work. */
const idleMs = 60_000;
/** Requests come before hashes when cores are short. Threads of libuv's pool would have the event loop's own weight. */
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
  // Loaded here because most commands hash no password.
  const { Piscina } = await import('piscina');
  const threads = new Piscina({
    filename: new URL('./hash-password.js', import.meta.url).href,
    name: 'verify' satisfies keyof Jobs,
    minThreads: 1,
    maxThreads: availableParallelism(),
    idleTimeout: idleMs,
    niceIncrement: niceness,
  });
  // A thread that dies between two passwords is replaced.
  threads.on('error', () => undefined);
  return threads;
}

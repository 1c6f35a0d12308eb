import { openSync, readFileSync, readlinkSync, readSync } from 'node:fs';

/**
 * CPU time of one job in a worker thread, shared between the worker and the thread that started the job. Holds the worker's
 * thread id and its CPU time at the start of the job, in nanoseconds; the id is 0 before the job has started and
 * during its pauses.
 */
export type Meter = SharedArrayBuffer;

const threadId = 0;
const startNs = 1;
/** The thread id where CPU time per thread is not available: both threads then measure time on the clock. */
const noThread = -1n;

export const createMeter = (): Meter => new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);

/** CPU time that a job has used so far, in milliseconds; 0 before it has started and during a pause. For
 * any thread. */
export function cpuMsOf(meter: Meter): number {
  const fields = new BigInt64Array(meter);
  const id = Atomics.load(fields, threadId);
  return id === 0n ? 0 : milliseconds(cpuNsOf(id) - Atomics.load(fields, startNs));
}

/** Measures the CPU time of a job in the thread that does it. */
export interface Stopwatch {
  /** CPU time since the start, without pauses, in milliseconds. */
  readonly spentMs: () => number;
  /** Does work whose CPU time is not counted. */
  readonly pause: <T>(work: () => T) => T;
}

/** Starts to measure the calling thread. The thread that holds `meter` too reads the same CPU time. */
export function startStopwatch(meter: Meter = createMeter()): Stopwatch {
  const fields = new BigInt64Array(meter);
  const clock = (ownClock ??= openClock());
  Atomics.store(fields, startNs, clock.now());
  Atomics.store(fields, threadId, clock.id);
  return {
    spentMs: () => milliseconds(clock.now() - Atomics.load(fields, startNs)),
    pause: (work) => {
      const begin = clock.now();
      // As before the start: another thread that looks at the meter now sees no CPU time.
      Atomics.store(fields, threadId, 0n);
      try {
        return work();
      } finally {
        Atomics.add(fields, startNs, clock.now() - begin);
        Atomics.store(fields, threadId, clock.id);
      }
    },
  };
}

interface Clock {
  readonly id: bigint;
  /** In nanoseconds. */
  readonly now: () => bigint;
}

/** Of the calling thread, since a module is loaded once per thread. */
let ownClock: Clock | undefined;

/** Linux reports the CPU time of each thread in /proc; elsewhere the time on the clock is measured. */
function openClock(): Clock {
  const onTheClock: Clock = { id: noThread, now: () => process.hrtime.bigint() };
  if (process.platform !== 'linux') return onTheClock;
  try {
    const id = readlinkSync('/proc/thread-self').split('/').at(-1) ?? '';
    const file = openSync(pathOf(id), 'r');
    const text = Buffer.alloc(64);
    const now = (): bigint => cpuNsIn(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)));
    // Some kernels do not count: a thread that has come here has used CPU time.
    return now() === 0n ? onTheClock : { id: BigInt(id), now };
  } catch {
    return onTheClock;
  }
}

function cpuNsOf(id: bigint): bigint {
  if (id === noThread) return process.hrtime.bigint();
  return cpuNsIn(readFileSync(pathOf(String(id)), 'latin1'));
}

const pathOf = (id: string): string => `/proc/self/task/${id}/schedstat`;

/** The first of three numbers: CPU time in nanoseconds. */
const cpuNsIn = (schedstat: string): bigint => BigInt(schedstat.slice(0, schedstat.indexOf(' ')));

const milliseconds = (ns: bigint): number => Number(ns) / 1e6;

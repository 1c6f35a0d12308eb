import { openSync, readFileSync, readlinkSync, readSync } from 'node:fs';

/**
 * Shared memory for measuring the CPU time of one job in a worker thread. Both the worker and the thread that started
 * the job can access it. The memory contains two numbers. The first number is the thread id of the worker. The second
 * number is the CPU time of the worker at the start of the job, in nanoseconds. The CPU time of the job is the current
 * CPU time of the worker minus the second number. While the stopwatch is paused (`Stopwatch.pause`), the worker still
 * runs, but its CPU time is not counted, because it is added to the second number. Before the job starts and during a
 * pause, the thread id in the memory is 0.
 */
export type Meter = SharedArrayBuffer;

const threadId = 0;
const startNs = 1;
/**
 * Stored in place of the thread id if the system does not report the CPU time of a thread. In this case, wall-clock
 * time is measured.
 */
const noThread = -1n;

/** Creates the memory for a job that has not started. */
export const createMeter = (): Meter => new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);

/**
 * Returns the CPU time of a job in milliseconds. Before the job starts and during a pause, returns 0. Any thread can
 * call this function.
 */
export function cpuMsOf(meter: Meter): number {
  const fields = new BigInt64Array(meter);
  const id = Atomics.load(fields, threadId);
  return id === 0n ? 0 : milliseconds(cpuNsOf(id) - Atomics.load(fields, startNs));
}

/** Measures the CPU time of a job in the thread that runs the job. */
export interface Stopwatch {
  /** Returns the CPU time since the stopwatch was started, without pauses, in milliseconds. */
  readonly spentMs: () => number;
  /** Runs `work` without counting its CPU time. */
  readonly pause: <T>(work: () => T) => T;
}

/** Starts to measure the CPU time of the calling thread. Other threads can read this CPU time from `meter`. */
export function startStopwatch(meter: Meter = createMeter()): Stopwatch {
  const fields = new BigInt64Array(meter);
  const clock = (ownClock ??= openClock());
  Atomics.store(fields, startNs, clock.now());
  Atomics.store(fields, threadId, clock.id);
  return {
    spentMs: () => milliseconds(clock.now() - Atomics.load(fields, startNs)),
    pause: (work) => {
      const begin = clock.now();
      // While the thread id in the meter is 0, `cpuMsOf` returns 0 in every thread, so the CPU limit is not reached.
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
  /** Returns the CPU time of the thread in nanoseconds, or wall-clock time if the CPU time is not available. */
  readonly now: () => bigint;
}

/** The clock of this thread. Each thread has its own instance of this module. */
let ownClock: Clock | undefined;

/**
 * Opens a clock that reads the CPU time of the calling thread from /proc. If this CPU time is not available, as on
 * systems other than Linux, the clock measures wall-clock time.
 */
function openClock(): Clock {
  const onTheClock: Clock = { id: noThread, now: () => process.hrtime.bigint() };
  if (process.platform !== 'linux') return onTheClock;
  try {
    const id = readlinkSync('/proc/thread-self').split('/').at(-1) ?? '';
    const file = openSync(pathOf(id), 'r');
    const text = Buffer.alloc(64);
    const now = (): bigint => cpuNsIn(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)));
    // Some kernels always report a CPU time of 0. A real value is never 0, because the thread has already used CPU
    // time.
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

/** Parses the content of a `schedstat` file. The first of its three numbers is the CPU time in nanoseconds. */
const cpuNsIn = (schedstat: string): bigint => BigInt(schedstat.slice(0, schedstat.indexOf(' ')));

const milliseconds = (ns: bigint): number => Number(ns) / 1e6;

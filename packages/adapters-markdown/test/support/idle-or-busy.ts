import { startStopwatch } from '../../src/cpu-time.ts';
import { unpack, type Task } from '../../src/thread-messages.ts';

const kinds: Readonly<Record<string, (ms: number) => void>> = {
  sleep: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  work: (ms) => {
    const stopwatch = startStopwatch();
    while (stopwatch.spentMs() < ms);
  },
  match: () => void /^(?:a+)+$/.test(`${'a'.repeat(60)}b`),
};

/** A job for worker threads that sleeps or uses CPU time. `pause` uses CPU time during a pause of the stopwatch. */
export function render({ source, meter }: Task): void {
  const stopwatch = startStopwatch(meter);
  const [kind = '', ms] = unpack(source).split(' ');
  if (kind === 'pause') stopwatch.pause(() => kinds['work']?.(Number(ms)));
  else kinds[kind]?.(Number(ms));
}

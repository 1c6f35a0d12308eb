// The program of a child process. It decodes files that may be hostile, so it gets no secrets in its environment, and
// ends itself when it needs too much memory or time.
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { type JobLimits, limitSignal, type Report, type Task } from './messages.ts';
import { prepare } from './prepare.ts';
import { Refused } from './refused.ts';
import { variants } from './variants.ts';

/** Niceness, so that requests are served first when all cores are busy. */
const niceness = 10;
const checkEveryMs = 10;
/** The part of the allowed memory at which the process ends, because it may need more until the next check. */
const share = 0.95;

const limits: JobLimits = JSON.parse(process.argv[2] ?? '');
const send = (report: Report): void => void process.send?.(report);

// On Linux, a priority belongs to a thread, and a new thread gets that of the thread that starts it.
const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
for (const thread of threads) setPriority(thread, niceness);
// The service stops its children itself. A signal from a terminal reaches them too, but they must finish their work.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
// If the service was killed, nobody needs the result. `process.exit` would wait until the decoder has finished.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', (task: Task) => {
  void run(task).then(send);
});
send({ kind: 'ready' });

async function run(task: Task): Promise<Report> {
  const stopWatching = watch();
  try {
    const result = task.job === 'prepare' ? await prepare(task, limits) : await variants(task, limits);
    return { kind: 'result', result, rss: process.memoryUsage.rss() };
  } catch (error) {
    if (!(error instanceof Refused)) return { kind: 'error', message: textOf(error) };
    const { refusal, message, cause } = error;
    return { kind: 'refusal', refusal, message, cause: cause === undefined ? '' : textOf(cause) };
  } finally {
    stopWatching();
  }
}

/** Ends this process when it exceeds a limit. The libraries decode in other threads, so this thread is always free. */
function watch(): () => void {
  const start = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    const isLate = (user + system) / 1000 > limits.cpuMs;
    const isLarge = process.memoryUsage.rss() > share * limits.memoryBytes;
    if (isLate || isLarge) process.kill(process.pid, limitSignal);
  }, checkEveryMs);
  return () => clearInterval(timer);
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type JobLimits, limitSignal, type Report, type Results, type Task } from './messages.ts';
import { damaged, Refused, tooCostly } from './refused.ts';

/** A process that runs one task after another. */
export interface MediaProcess {
  /**
   * Runs a task.
   * @throws {Refused} if the file is refused, or if the process ended because of it
   * @throws {ProcessKilled}
   */
  readonly run: <T extends Task>(task: T) => Promise<Results[T['job']]>;
  /** Whether the process can run another task. It cannot after it has ended or has kept much memory. */
  readonly isUsable: () => boolean;
  readonly end: () => void;
}

/** The process was ended from outside, for example by an operator, or by a system that was short of memory. */
export class ProcessKilled extends Error {
  override readonly name = 'ProcessKilled';
}

/** How a process ended. */
interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const program = fileURLToPath(new URL('./child.js', import.meta.url));
const shell = '/bin/sh';

/** The heap of JavaScript in a process, in megabytes. Pictures are not in this heap. */
const heapMegabytes = 64;
/** The young generation of this heap, in megabytes. */
const youngMegabytes = 1;
/** The stack of each thread, and the part of it that JavaScript can use, in kilobytes. */
const stackKilobytes = { all: 1024, script: 700 };
/**
 * Memory that a process requests but never uses, in bytes. For example, the decoder of WebP requests a second canvas
 * that only animations need.
 */
const unusedBytes = 32 * 1024 * 1024;
/** A process that has kept more memory than this after a task is replaced, in bytes. */
const keptBytes = 220 * 1024 * 1024;

/**
 * Starts a process.
 * @param clockMs time after which a task is interrupted, in milliseconds. The process measures its CPU time itself.
 */
export async function startProcess(limits: JobLimits, clockMs: number): Promise<MediaProcess> {
  const child = forked(limits);
  let end: End | undefined;
  const ended = new Promise<End>((resolve) => {
    const finish = (how: End): void => resolve((end = how));
    child.once('exit', (code, signal) => finish({ code, signal }));
    child.on('error', () => {
      // Either the program could not be started, and there is no exit, or a message could not be sent to it.
      if (child.pid === undefined) finish({ code: null, signal: null });
      else child.kill('SIGKILL');
    });
  });
  const nextReport = <Result>(): Promise<Report<Result> | End> =>
    new Promise((resolve) => {
      child.once('message', (report: Report<Result>) => resolve(report));
      void ended.then(resolve);
    });

  const first = await nextReport();
  if (!('kind' in first)) throw new Error(`A process for uploaded files could not start (${JSON.stringify(first)}).`);
  let kept = 0;
  return {
    isUsable: () => end === undefined && kept <= keptBytes,
    end: () => void child.kill('SIGKILL'),
    run: async <T extends Task>(task: T) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, clockMs);
      try {
        child.send(task);
        const report = await nextReport<Results[T['job']]>();
        if (!('kind' in report)) throw refusalOf(report, isLate);
        if (report.kind === 'refusal') throw new Refused(report.refusal, report.message, { cause: report.cause });
        if (report.kind !== 'result') throw new Error(`A file could not be processed: ${JSON.stringify(report)}`);
        kept = report.rss;
        return report.result;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/**
 * Linux can limit the memory that a process asks for, so that it never has more, even for a moment. The process itself
 * checks its resident memory every few milliseconds, on every system.
 */
function forked(limits: JobLimits): ChildProcess {
  // Each thread of V8 would reserve memory that pictures need.
  const node = [
    `--max-old-space-size=${heapMegabytes}`,
    `--max-semi-space-size=${youngMegabytes}`,
    `--stack-size=${stackKilobytes.script}`,
    '--v8-pool-size=1',
    '--single-threaded-gc',
  ];
  const isLimited = process.platform === 'linux' && existsSync(shell);
  // If a lower limit is already in force, it stays.
  const requestable = Math.floor((limits.memoryBytes + unusedBytes) / 1024);
  const script = `ulimit -s ${stackKilobytes.all} 2>/dev/null; ulimit -d ${requestable} 2>/dev/null; exec "$0" "$@"`;
  return fork(program, [JSON.stringify(limits)], {
    ...(isLimited ? { execPath: shell, execArgv: ['-c', script, process.execPath, ...node] } : { execArgv: node }),
    // The environment of the service contains secrets, which the decoders must not be able to read.
    env: { ...allocator, UV_THREADPOOL_SIZE: '2', ...inherited() },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
}

/**
 * Makes glibc give large blocks back to the system as soon as they are free. Otherwise, parts of the memory of one
 * picture would remain, and the next large picture would not fit.
 */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };

/** The variables without which a program may not start. */
const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Returns the error of a task whose process has ended. */
function refusalOf({ code, signal }: End, isLate: boolean): Error {
  // A program in C that gets no memory aborts itself, and V8 ends with an invalid instruction.
  const isAborted = signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL';
  if (isLate || signal === limitSignal || isAborted) return tooCostly();
  if (signal === 'SIGSEGV' || signal === 'SIGBUS') {
    return damaged();
  }
  if (signal !== null) return new ProcessKilled(`A process for uploaded files was ended with ${signal}.`);
  return new Error(`A process for uploaded files has ended with code ${code}.`);
}

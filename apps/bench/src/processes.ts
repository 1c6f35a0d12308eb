import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until it printed its address. */
  readonly readyMs: number;
  readonly stop: () => Promise<void>;
}

const startLimitMs = 30_000;
const stopLimitMs = 15_000;

/** Returns the path of a compiled file of this repository. */
const compiled = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

export const programs = {
  portcullis: compiled('apps/server/dist/src/main.js'),
  baseline: compiled('apps/bench/dist/src/baseline/main.js'),
  baselineInKoa: compiled('apps/bench/dist/src/baseline/koa.js'),
  naive: compiled('apps/bench/dist/src/naive/main.js'),
  argon2: compiled('apps/bench/dist/src/argon2.js'),
};

/** Returns a key that signs the tokens of one run. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** Starts a server in an empty folder, discards its log, and waits until it prints its address. */
export async function startServer(
  program: string,
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  const began = performance.now();
  const child = spawn(process.execPath, [...profiling(), program], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = await listening(child);
    return { url, pid: child.pid ?? 0, readyMs: performance.now() - began, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** If BENCH_PROFILE names a folder, each server writes a CPU profile there when it ends. */
function profiling(): readonly string[] {
  const folder = process.env['BENCH_PROFILE'];
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => reject(new Error(`A server did not start in time: ${said}`)), startLimitMs);
    child.once('exit', () => reject(new Error(`A server ended as it started: ${said}`)));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const url = /listens on (http:\S+)/.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(late);
      child.stderr?.removeAllListeners('data').on('data', (fault: string) => process.stderr.write(fault));
      resolve(url);
    });
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = once(child, 'exit');
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await end;
  clearTimeout(hard);
}

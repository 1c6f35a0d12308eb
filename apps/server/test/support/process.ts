import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The real entry point in a process of its own. */
export interface Process {
  /** Where it listens; rejects, with what it said, when it ends before it does. */
  readonly listening: Promise<string>;
  /** Its exit code, once it has ended; null after a signal that it did not handle. */
  readonly ended: Promise<number | null>;
  /** What it has written so far. */
  readonly written: { stdout: string; stderr: string };
  /** Asks it to stop; answers its exit code. */
  readonly stop: () => Promise<number | null>;
}

const entry = fileURLToPath(new URL('../../src/main.js', import.meta.url));

/** Starts a process with nothing but these variables, on any free port, where no `.env` lies. */
export function startProcess(environment: Readonly<Record<string, string>>): Process {
  const child = spawn(process.execPath, [entry], { cwd: tmpdir(), env: { PORT: '0', ...environment } });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const listening = new Promise<string>((resolve, reject) => {
    child.stderr.on('data', () => {
      const url = /listens on (http:\S+)/.exec(written.stderr)?.[1];
      if (url !== undefined) resolve(url);
    });
    void ended.then(() => reject(new Error(`The process ended: ${written.stderr}`)));
  });
  // Who only waits for the end does not care that it never listened.
  listening.catch(() => undefined);
  return {
    listening,
    ended,
    written,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Starts a process whose data lies in the directory of the test. */
type Start = (environment?: Readonly<Record<string, string>>) => Process;

/** Runs `use` with an empty directory; afterwards that is removed, and whatever was started there is stopped. */
export async function withDirectory(use: (directory: string, start: Start) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
  const started: Process[] = [];
  try {
    await use(directory, (environment) => {
      const program = startProcess({ DATA_DIR: directory, ...environment });
      started.push(program);
      return program;
    });
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
    await rm(directory, { recursive: true, force: true });
  }
}

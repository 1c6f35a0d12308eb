import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import * as consumers from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { directoryWithDatabase, migratedDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { run } from '../../src/commands/program.ts';

type Variables = Readonly<Record<string, string>>;

/** A separate process that runs the service. */
export interface Process {
  /**
   * Resolves with the URL when the process accepts connections, even if it has not connected to the database yet.
   * Rejects with the standard error of the process if the process ends earlier.
   */
  readonly alive: Promise<string>;
  /**
   * Resolves with the same URL when the process is ready. Rejects with its standard error if the process ends earlier.
   */
  readonly listening: Promise<string>;
  readonly pid: number;
  /** Resolves with the exit code, or with null if the process was ended by a signal that it did not handle. */
  readonly ended: Promise<number | null>;
  /** The output that the process has written until now. */
  readonly written: { stdout: string; stderr: string };
  /** Sends SIGTERM, and resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

const fileOf = (name: string): string => fileURLToPath(new URL(`../../src/${name}`, import.meta.url));

/** The processes of tests end before it pays off to optimise the code of the embedded database, which takes a second. */
const nodeOptions = ['--liftoff-only'];

/**
 * Starts the service in a folder without `.env`, with only these environment variables. By default, the port is a free
 * one and SHUTDOWN_GRACE is 0 s.
 */
export const startProcess = (environment: Variables, args: readonly string[] = []): Process =>
  startFile(fileOf('main.js'), tmpdir(), environment, args);

/** Starts the service like `startProcess`, with another file in another working directory. */
export function startFile(file: string, cwd: string, environment: Variables, args: readonly string[]): Process {
  const child = spawn(process.execPath, [...nodeOptions, file, ...args], {
    cwd,
    env: { PORT: '0', SHUTDOWN_GRACE: '0s', ...environment },
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = (output: 'stdout' | 'stderr', what: RegExp): Promise<string> => {
    const found = new Promise<string>((resolve, reject) => {
      child[output].on('data', () => {
        const url = what.exec(written[output])?.[1];
        if (url !== undefined) resolve(url);
      });
      void ended.then(() => reject(new Error(`The process ended: ${written.stderr}`)));
    });
    // A test that awaits only the end of the process must not fail because the process never listened.
    found.catch(() => undefined);
    return found;
  };
  return {
    pid: child.pid ?? 0,
    alive: said('stdout', /"url":"(http:[^"]+)".*"msg":"listening"/),
    listening: said('stderr', /listens on (http:\S+)/),
    ended,
    written,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: (signal) => void child.kill(signal),
  };
}

/** The exit code and the output of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const startProgram = (args: readonly string[], environment: Variables) =>
  spawn(process.execPath, [fileOf('cli.js'), ...args], { cwd: tmpdir(), env: environment });

/** Runs a command to its end in a process of its own, with only these environment variables, in a folder without `.env`. */
export async function runProgram(args: readonly string[], environment: Variables = {}, input = ''): Promise<Outcome> {
  const child = startProgram(args, environment);
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([consumers.text(child.stdout), consumers.text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

/** Runs a command like `runProgram`, beside a reader of its standard output that ends before it has read anything. */
export async function runUnread(args: readonly string[]): Promise<Outcome> {
  const child = startProgram(args, {});
  child.stdout.destroy();
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stderr = await consumers.text(child.stderr);
  return { code: await ended, stdout: '', stderr };
}

/** Runs a command like `runProgram`, but in this process. That takes a tenth of the time. */
export async function runCommand(args: readonly string[], environment: Variables = {}, input = ''): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([consumers.text(stdout), consumers.text(stderr)]);
  const stdin = Readable.from([input]);
  const code = await run(args, { env: environment, loadEnvFile: () => undefined, stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [output, errors] = await written;
  return { code, stdout: output, stderr: errors };
}

/** A function that starts the service with its data in the directory of the test. */
type Start = (environment?: Variables) => Process;

type Use = (directory: string, start: Start) => Promise<void>;

/**
 * Runs `use` with an empty directory. Afterwards the processes that `use` started are stopped and the directory is
 * removed.
 */
export const withDirectory = async (use: Use): Promise<void> =>
  within(await mkdtemp(join(tmpdir(), 'portcullis-')), use);

/** Like `withDirectory`, but the directory contains an empty, migrated embedded database, so services start faster. */
export const withDatabase = async (use: Use): Promise<void> => within(await directoryWithDatabase(), use);

/**
 * Runs `use` with a migrated database without users: in PostgreSQL, where processes start in half the time, if
 * TEST_DATABASE_URL names a server, otherwise embedded. The variables name the database and an empty directory.
 */
export async function withAnyDatabase(use: (start: Start, variables: Variables) => Promise<void>): Promise<void> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (adminUrl === undefined) return withDatabase((directory, start) => use(start, { DATA_DIR: directory }));
  const { url, drop } = await migratedDatabase(adminUrl);
  try {
    await withDirectory((directory, start) =>
      use((environment) => start({ DATABASE_URL: url, ...environment }), { DATABASE_URL: url, DATA_DIR: directory }),
    );
  } finally {
    await drop();
  }
}

async function within(directory: string, use: Use): Promise<void> {
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

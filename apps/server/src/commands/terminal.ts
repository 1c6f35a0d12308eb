import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Environment } from '../config/read-variables.ts';

/** The environment variables and the standard streams of a command. Tests pass streams of their own. */
export interface Terminal {
  readonly env: Environment;
  /** Adds the variables of the file `.env` in the working directory to `env`, unless they are set already. */
  readonly loadEnvFile: () => void;
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
}

/** The variables and the streams of this process. Node opens a stream on first access, so a command opens only what it uses. */
export const processTerminal: Terminal = {
  env: process.env,
  loadEnvFile: () => {
    if (existsSync('.env')) loadEnvFile('.env');
  },
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
};

/** Writes a line to standard output. */
export const say = ({ stdout }: Terminal, line: string): void => {
  stdout.write(`${line}\n`);
};

/**
 * Writes texts that are the result of a command to standard output.
 * @throws if the output is full, or the program that reads it has ended
 */
export const print = ({ stdout }: Terminal, texts: Iterable<string> | AsyncIterable<string>): Promise<void> =>
  pipeline(Readable.from(texts), stdout, { end: false });

/**
 * Lets a command finish its work if its output cannot be written. Without this, a line about the progress of an import would
 * end the process in the middle.
 * @returns a function that throws the error of a full disk; that a reader such as `head` has ended is no failure
 */
export function outliveOutput({ stdout, stderr }: Terminal): () => void {
  let failure: Error | undefined;
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') failure ??= error;
    });
  return () => {
    if (failure !== undefined) throw failure;
  };
}

/** Thrown for an argument or input that a command does not accept. The message has one line for each fault. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown by a command that has printed what it found, if a check has failed. */
export class FailedChecks extends Error {
  override readonly name = 'FailedChecks';
}
